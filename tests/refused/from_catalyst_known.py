from catalyst import grad
