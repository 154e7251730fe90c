// The operators of Python, as its ast module names them.
#ifndef DBX_BASE_OP_H
#define DBX_BASE_OP_H

typedef enum dbx_op {
  DBX_OP_Add,
  DBX_OP_Sub,
  DBX_OP_Mult,
  DBX_OP_MatMult,
  DBX_OP_Div,
  DBX_OP_Mod,
  DBX_OP_Pow,
  DBX_OP_LShift,
  DBX_OP_RShift,
  DBX_OP_BitOr,
  DBX_OP_BitXor,
  DBX_OP_BitAnd,
  DBX_OP_FloorDiv,
  DBX_OP_Invert,
  DBX_OP_Not,
  DBX_OP_UAdd,
  DBX_OP_USub,
  DBX_OP_And,
  DBX_OP_Or,
  DBX_OP_Eq,
  DBX_OP_NotEq,
  DBX_OP_Lt,
  DBX_OP_LtE,
  DBX_OP_Gt,
  DBX_OP_GtE,
  DBX_OP_Is,
  DBX_OP_IsNot,
  DBX_OP_In,
  DBX_OP_NotIn,
  DBX_OP_DivMod, // a function, with __divmod__ like an operator
} dbx_op;

#endif
