import re
try:
    c = re.compile('\\W', 256)
    m = c.search('aa')
    print(0, m and (m.span(), m.groups()), c.findall('aa'), c.split('aa'), c.subn('<\g<0>>', 'aa'), c.fullmatch('aa') is None)
except re.error as e: print(0, e)
try:
    c = re.compile('[ab]', 0)
    m = c.search('..x')
    print(1, m and (m.span(), m.groups()), c.findall('..x'), c.split('..x'), c.subn('<\g<0>>', '..x'), c.fullmatch('..x') is None)
except re.error as e: print(1, e)
try:
    c = re.compile('((?:a))(?:(?:(?:[ab])))', 8)
    m = c.search('aéx\n1')
    print(2, m and (m.span(), m.groups()), c.findall('aéx\n1'), c.split('aéx\n1'), c.subn('<\g<0>>', 'aéx\n1'), c.fullmatch('aéx\n1') is None)
except re.error as e: print(2, e)
try:
    c = re.compile('\\s (?:[ab])*?(?:[\\w-]$)?', 2)
    m = c.search('c_aa')
    print(3, m and (m.span(), m.groups()), c.findall('c_aa'), c.split('c_aa'), c.subn('<\g<0>>', 'c_aa'), c.fullmatch('c_aa') is None)
except re.error as e: print(3, e)
try:
    c = re.compile('(?:[^a]\\n)^', 2)
    m = c.search('cbx1Aéx')
    print(4, m and (m.span(), m.groups()), c.findall('cbx1Aéx'), c.split('cbx1Aéx'), c.subn('<\g<0>>', 'cbx1Aéx'), c.fullmatch('cbx1Aéx') is None)
except re.error as e: print(4, e)
try:
    c = re.compile('(?:b){1,2}\\.[^a]|(?:a)*c', 8)
    m = c.search('axcxb')
    print(5, m and (m.span(), m.groups()), c.findall('axcxb'), c.split('axcxb'), c.subn('<\g<0>>', 'axcxb'), c.fullmatch('axcxb') is None)
except re.error as e: print(5, e)
try:
    c = re.compile('[\\w-]([\\w-])$', 8)
    m = c.search('c1')
    print(6, m and (m.span(), m.groups()), c.findall('c1'), c.split('c1'), c.subn('<\g<0>>', 'c1'), c.fullmatch('c1') is None)
except re.error as e: print(6, e)
try:
    c = re.compile('(?!$[a-c])(?:\\w)\\w', 0)
    m = c.search('')
    print(7, m and (m.span(), m.groups()), c.findall(''), c.split(''), c.subn('<\g<0>>', ''), c.fullmatch('') is None)
except re.error as e: print(7, e)
try:
    c = re.compile('\\d', 0)
    m = c.search('a. ébxaa.')
    print(8, m and (m.span(), m.groups()), c.findall('a. ébxaa.'), c.split('a. ébxaa.'), c.subn('<\g<0>>', 'a. ébxaa.'), c.fullmatch('a. ébxaa.') is None)
except re.error as e: print(8, e)
try:
    c = re.compile('(\\w)^$^', 2)
    m = c.search('baaccb.')
    print(9, m and (m.span(), m.groups()), c.findall('baaccb.'), c.split('baaccb.'), c.subn('<\g<0>>', 'baaccb.'), c.fullmatch('baaccb.') is None)
except re.error as e: print(9, e)
try:
    c = re.compile('(\\b)', 0)
    m = c.search('axéaé')
    print(10, m and (m.span(), m.groups()), c.findall('axéaé'), c.split('axéaé'), c.subn('<\g<0>>', 'axéaé'), c.fullmatch('axéaé') is None)
except re.error as e: print(10, e)
try:
    c = re.compile('(?:(?:1)|^)\\.', 0)
    m = c.search('c\n _\n')
    print(11, m and (m.span(), m.groups()), c.findall('c\n _\n'), c.split('c\n _\n'), c.subn('<\g<0>>', 'c\n _\n'), c.fullmatch('c\n _\n') is None)
except re.error as e: print(11, e)
try:
    c = re.compile('(?:\\b|\\W(?=\\b))(?:\\W)', 0)
    m = c.search('\nabA')
    print(12, m and (m.span(), m.groups()), c.findall('\nabA'), c.split('\nabA'), c.subn('<\g<0>>', '\nabA'), c.fullmatch('\nabA') is None)
except re.error as e: print(12, e)
try:
    c = re.compile('\\Wa\\d\\b\\W', 2)
    m = c.search('abb\néx._')
    print(13, m and (m.span(), m.groups()), c.findall('abb\néx._'), c.split('abb\néx._'), c.subn('<\g<0>>', 'abb\néx._'), c.fullmatch('abb\néx._') is None)
except re.error as e: print(13, e)
try:
    c = re.compile('(?:c)*( )', 8)
    m = c.search('_baxa_.ac')
    print(14, m and (m.span(), m.groups()), c.findall('_baxa_.ac'), c.split('_baxa_.ac'), c.subn('<\g<0>>', '_baxa_.ac'), c.fullmatch('_baxa_.ac') is None)
except re.error as e: print(14, e)
try:
    c = re.compile('(?: )[ab]1', 10)
    m = c.search('a')
    print(15, m and (m.span(), m.groups()), c.findall('a'), c.split('a'), c.subn('<\g<0>>', 'a'), c.fullmatch('a') is None)
except re.error as e: print(15, e)
try:
    c = re.compile('(?:(?:^))??', 256)
    m = c.search('\n')
    print(16, m and (m.span(), m.groups()), c.findall('\n'), c.split('\n'), c.subn('<\g<0>>', '\n'), c.fullmatch('\n') is None)
except re.error as e: print(16, e)
try:
    c = re.compile('(?: \\d)?|([^a])', 8)
    m = c.search('aAba\nca.')
    print(17, m and (m.span(), m.groups()), c.findall('aAba\nca.'), c.split('aAba\nca.'), c.subn('<\g<0>>', 'aAba\nca.'), c.fullmatch('aAba\nca.') is None)
except re.error as e: print(17, e)
try:
    c = re.compile('(\\s[ab])\\d', 0)
    m = c.search('')
    print(18, m and (m.span(), m.groups()), c.findall(''), c.split(''), c.subn('<\g<0>>', ''), c.fullmatch('') is None)
except re.error as e: print(18, e)
try:
    c = re.compile('(?:(?:\\.)*?(?:$){2})??[\\w-]\\n', 16)
    m = c.search('1a')
    print(19, m and (m.span(), m.groups()), c.findall('1a'), c.split('1a'), c.subn('<\g<0>>', '1a'), c.fullmatch('1a') is None)
except re.error as e: print(19, e)
try:
    c = re.compile('[\\w-][a-c][a-c]', 0)
    m = c.search('1')
    print(20, m and (m.span(), m.groups()), c.findall('1'), c.split('1'), c.subn('<\g<0>>', '1'), c.fullmatch('1') is None)
except re.error as e: print(20, e)
try:
    c = re.compile('(?:\\B)+?[ab](?:cx|\\.){2}', 0)
    m = c.search('b')
    print(21, m and (m.span(), m.groups()), c.findall('b'), c.split('b'), c.subn('<\g<0>>', 'b'), c.fullmatch('b') is None)
except re.error as e: print(21, e)
try:
    c = re.compile('(?:\\n)*?(?:(\\s)){2}(\\s)(\\W[^a]^)', 0)
    m = c.search('b. A')
    print(22, m and (m.span(), m.groups()), c.findall('b. A'), c.split('b. A'), c.subn('<\g<0>>', 'b. A'), c.fullmatch('b. A') is None)
except re.error as e: print(22, e)
try:
    c = re.compile('\\W|c|\\B[\\w-](?:(?:(\\B)){2})(?:(\\s))+', 8)
    m = c.search('ab')
    print(23, m and (m.span(), m.groups()), c.findall('ab'), c.split('ab'), c.subn('<\g<0>>', 'ab'), c.fullmatch('ab') is None)
except re.error as e: print(23, e)
try:
    c = re.compile('(?:(\\b\\s))x', 2)
    m = c.search('')
    print(24, m and (m.span(), m.groups()), c.findall(''), c.split(''), c.subn('<\g<0>>', ''), c.fullmatch('') is None)
except re.error as e: print(24, e)
try:
    c = re.compile('\\b\\B', 8)
    m = c.search('\nAbAb\n1bA')
    print(25, m and (m.span(), m.groups()), c.findall('\nAbAb\n1bA'), c.split('\nAbAb\n1bA'), c.subn('<\g<0>>', '\nAbAb\n1bA'), c.fullmatch('\nAbAb\n1bA') is None)
except re.error as e: print(25, e)
try:
    c = re.compile('[a-c]((.[ab]))\\d\\b', 10)
    m = c.search('\nc1xb1a1')
    print(26, m and (m.span(), m.groups()), c.findall('\nc1xb1a1'), c.split('\nc1xb1a1'), c.subn('<\g<0>>', '\nc1xb1a1'), c.fullmatch('\nc1xb1a1') is None)
except re.error as e: print(26, e)
try:
    c = re.compile('\\n', 0)
    m = c.search('_bab')
    print(27, m and (m.span(), m.groups()), c.findall('_bab'), c.split('_bab'), c.subn('<\g<0>>', '_bab'), c.fullmatch('_bab') is None)
except re.error as e: print(27, e)
try:
    c = re.compile('(?:(?: ))*', 256)
    m = c.search('b AA\nA1x')
    print(28, m and (m.span(), m.groups()), c.findall('b AA\nA1x'), c.split('b AA\nA1x'), c.subn('<\g<0>>', 'b AA\nA1x'), c.fullmatch('b AA\nA1x') is None)
except re.error as e: print(28, e)
try:
    c = re.compile('(?:[\\w-](?:\\B)??)', 0)
    m = c.search('cé_')
    print(29, m and (m.span(), m.groups()), c.findall('cé_'), c.split('cé_'), c.subn('<\g<0>>', 'cé_'), c.fullmatch('cé_') is None)
except re.error as e: print(29, e)
try:
    c = re.compile('(?:c[^a])(?:[\\w-]|1)+?(?:b){2}(?:(\\n))[\\w-]', 0)
    m = c.search('a..a')
    print(30, m and (m.span(), m.groups()), c.findall('a..a'), c.split('a..a'), c.subn('<\g<0>>', 'a..a'), c.fullmatch('a..a') is None)
except re.error as e: print(30, e)
try:
    c = re.compile('(?:b|.|\\s)+?', 8)
    m = c.search('\né1ab1')
    print(31, m and (m.span(), m.groups()), c.findall('\né1ab1'), c.split('\né1ab1'), c.subn('<\g<0>>', '\né1ab1'), c.fullmatch('\né1ab1') is None)
except re.error as e: print(31, e)
try:
    c = re.compile('(?:(?:[ab]){1,2})(\\d)', 2)
    m = c.search('')
    print(32, m and (m.span(), m.groups()), c.findall(''), c.split(''), c.subn('<\g<0>>', ''), c.fullmatch('') is None)
except re.error as e: print(32, e)
try:
    c = re.compile('(?:(?:^)??)+?(\\b)', 0)
    m = c.search('')
    print(33, m and (m.span(), m.groups()), c.findall(''), c.split(''), c.subn('<\g<0>>', ''), c.fullmatch('') is None)
except re.error as e: print(33, e)
try:
    c = re.compile('[ab]\\d|\\w|(?:\\w){2}|(\\.|\\d)', 0)
    m = c.search('.aa')
    print(34, m and (m.span(), m.groups()), c.findall('.aa'), c.split('.aa'), c.subn('<\g<0>>', '.aa'), c.fullmatch('.aa') is None)
except re.error as e: print(34, e)
try:
    c = re.compile('\\.c(?:\\d)|\\.|[^a]', 16)
    m = c.search('b_')
    print(35, m and (m.span(), m.groups()), c.findall('b_'), c.split('b_'), c.subn('<\g<0>>', 'b_'), c.fullmatch('b_') is None)
except re.error as e: print(35, e)
try:
    c = re.compile('b', 0)
    m = c.search('')
    print(36, m and (m.span(), m.groups()), c.findall(''), c.split(''), c.subn('<\g<0>>', ''), c.fullmatch('') is None)
except re.error as e: print(36, e)
try:
    c = re.compile('(?:(x|.))??\\Wb[a-c]\\s\\w', 16)
    m = c.search('x.Aabb')
    print(37, m and (m.span(), m.groups()), c.findall('x.Aabb'), c.split('x.Aabb'), c.subn('<\g<0>>', 'x.Aabb'), c.fullmatch('x.Aabb') is None)
except re.error as e: print(37, e)
try:
    c = re.compile(' a', 0)
    m = c.search('cAA')
    print(38, m and (m.span(), m.groups()), c.findall('cAA'), c.split('cAA'), c.subn('<\g<0>>', 'cAA'), c.fullmatch('cAA') is None)
except re.error as e: print(38, e)
try:
    c = re.compile('(?:[ab](?:\\d))?(?:$(^))', 2)
    m = c.search('x')
    print(39, m and (m.span(), m.groups()), c.findall('x'), c.split('x'), c.subn('<\g<0>>', 'x'), c.fullmatch('x') is None)
except re.error as e: print(39, e)
try:
    c = re.compile('c(?:[\\w-])[^a](^)\\.', 0)
    m = c.search('abbécb1Ax')
    print(40, m and (m.span(), m.groups()), c.findall('abbécb1Ax'), c.split('abbécb1Ax'), c.subn('<\g<0>>', 'abbécb1Ax'), c.fullmatch('abbécb1Ax') is None)
except re.error as e: print(40, e)
try:
    c = re.compile('[a-c]|(?:(?:\\.))+?[^a](?=\\wc[\\w-])', 2)
    m = c.search('b.')
    print(41, m and (m.span(), m.groups()), c.findall('b.'), c.split('b.'), c.subn('<\g<0>>', 'b.'), c.fullmatch('b.') is None)
except re.error as e: print(41, e)
try:
    c = re.compile('bc([\\w-])\\d', 8)
    m = c.search('ac cb\n _c')
    print(42, m and (m.span(), m.groups()), c.findall('ac cb\n _c'), c.split('ac cb\n _c'), c.subn('<\g<0>>', 'ac cb\n _c'), c.fullmatch('ac cb\n _c') is None)
except re.error as e: print(42, e)
try:
    c = re.compile('((?=^))[a-c](?:(?:^)+)??(?:\\w)', 2)
    m = c.search('bA')
    print(43, m and (m.span(), m.groups()), c.findall('bA'), c.split('bA'), c.subn('<\g<0>>', 'bA'), c.fullmatch('bA') is None)
except re.error as e: print(43, e)
try:
    c = re.compile('(?:(?=(?:é)??))+\\B\\d', 2)
    m = c.search('A.aAaab1')
    print(44, m and (m.span(), m.groups()), c.findall('A.aAaab1'), c.split('A.aAaab1'), c.subn('<\g<0>>', 'A.aAaab1'), c.fullmatch('A.aAaab1') is None)
except re.error as e: print(44, e)
try:
    c = re.compile('(?:(?:[^a]))*?', 0)
    m = c.search('éaé\néaéab')
    print(45, m and (m.span(), m.groups()), c.findall('éaé\néaéab'), c.split('éaé\néaéab'), c.subn('<\g<0>>', 'éaé\néaéab'), c.fullmatch('éaé\néaéab') is None)
except re.error as e: print(45, e)
try:
    c = re.compile('([ab]. )', 256)
    m = c.search('é b')
    print(46, m and (m.span(), m.groups()), c.findall('é b'), c.split('é b'), c.subn('<\g<0>>', 'é b'), c.fullmatch('é b') is None)
except re.error as e: print(46, e)
try:
    c = re.compile('(?:\\w\\.($))(?=[^a])', 8)
    m = c.search('Ab. é')
    print(47, m and (m.span(), m.groups()), c.findall('Ab. é'), c.split('Ab. é'), c.subn('<\g<0>>', 'Ab. é'), c.fullmatch('Ab. é') is None)
except re.error as e: print(47, e)
try:
    c = re.compile('\\nx', 2)
    m = c.search('\nbb a')
    print(48, m and (m.span(), m.groups()), c.findall('\nbb a'), c.split('\nbb a'), c.subn('<\g<0>>', '\nbb a'), c.fullmatch('\nbb a') is None)
except re.error as e: print(48, e)
try:
    c = re.compile('aa', 0)
    m = c.search('bx\n')
    print(49, m and (m.span(), m.groups()), c.findall('bx\n'), c.split('bx\n'), c.subn('<\g<0>>', 'bx\n'), c.fullmatch('bx\n') is None)
except re.error as e: print(49, e)
try:
    c = re.compile('\\B^', 8)
    m = c.search('ax_aaba1')
    print(50, m and (m.span(), m.groups()), c.findall('ax_aaba1'), c.split('ax_aaba1'), c.subn('<\g<0>>', 'ax_aaba1'), c.fullmatch('ax_aaba1') is None)
except re.error as e: print(50, e)
try:
    c = re.compile('\\d', 10)
    m = c.search('')
    print(51, m and (m.span(), m.groups()), c.findall(''), c.split(''), c.subn('<\g<0>>', ''), c.fullmatch('') is None)
except re.error as e: print(51, e)
try:
    c = re.compile('[a-c][a-c](?:[a-c])+?', 0)
    m = c.search('éb xé1')
    print(52, m and (m.span(), m.groups()), c.findall('éb xé1'), c.split('éb xé1'), c.subn('<\g<0>>', 'éb xé1'), c.fullmatch('éb xé1') is None)
except re.error as e: print(52, e)
try:
    c = re.compile('(c)éa', 0)
    m = c.search('abb ')
    print(53, m and (m.span(), m.groups()), c.findall('abb '), c.split('abb '), c.subn('<\g<0>>', 'abb '), c.fullmatch('abb ') is None)
except re.error as e: print(53, e)
try:
    c = re.compile('(((?:\\n)*?))(?:x)+?', 10)
    m = c.search('aA 1Axbé')
    print(54, m and (m.span(), m.groups()), c.findall('aA 1Axbé'), c.split('aA 1Axbé'), c.subn('<\g<0>>', 'aA 1Axbé'), c.fullmatch('aA 1Axbé') is None)
except re.error as e: print(54, e)
try:
    c = re.compile('^[^a](\\n)\\d(é)', 16)
    m = c.search(' 1.\na ')
    print(55, m and (m.span(), m.groups()), c.findall(' 1.\na '), c.split(' 1.\na '), c.subn('<\g<0>>', ' 1.\na '), c.fullmatch(' 1.\na ') is None)
except re.error as e: print(55, e)
try:
    c = re.compile('(?:[a-c])', 256)
    m = c.search('bbxx')
    print(56, m and (m.span(), m.groups()), c.findall('bbxx'), c.split('bbxx'), c.subn('<\g<0>>', 'bbxx'), c.fullmatch('bbxx') is None)
except re.error as e: print(56, e)
try:
    c = re.compile('\\.', 256)
    m = c.search('_b 1A xé.')
    print(57, m and (m.span(), m.groups()), c.findall('_b 1A xé.'), c.split('_b 1A xé.'), c.subn('<\g<0>>', '_b 1A xé.'), c.fullmatch('_b 1A xé.') is None)
except re.error as e: print(57, e)
try:
    c = re.compile('([\\w-]|( ))', 0)
    m = c.search('')
    print(58, m and (m.span(), m.groups()), c.findall(''), c.split(''), c.subn('<\g<0>>', ''), c.fullmatch('') is None)
except re.error as e: print(58, e)
try:
    c = re.compile('(?:b)\\s', 16)
    m = c.search('xx')
    print(59, m and (m.span(), m.groups()), c.findall('xx'), c.split('xx'), c.subn('<\g<0>>', 'xx'), c.fullmatch('xx') is None)
except re.error as e: print(59, e)
try:
    c = re.compile('bx|(\\s)\\w\\wa[^a]\\.', 10)
    m = c.search('bA_x\n\nAaé')
    print(60, m and (m.span(), m.groups()), c.findall('bA_x\n\nAaé'), c.split('bA_x\n\nAaé'), c.subn('<\g<0>>', 'bA_x\n\nAaé'), c.fullmatch('bA_x\n\nAaé') is None)
except re.error as e: print(60, e)
try:
    c = re.compile('b(?:b)??', 0)
    m = c.search('Aba')
    print(61, m and (m.span(), m.groups()), c.findall('Aba'), c.split('Aba'), c.subn('<\g<0>>', 'Aba'), c.fullmatch('Aba') is None)
except re.error as e: print(61, e)
try:
    c = re.compile('(\\B)(.)', 256)
    m = c.search('.1Aabb')
    print(62, m and (m.span(), m.groups()), c.findall('.1Aabb'), c.split('.1Aabb'), c.subn('<\g<0>>', '.1Aabb'), c.fullmatch('.1Aabb') is None)
except re.error as e: print(62, e)
try:
    c = re.compile('$', 256)
    m = c.search('xé1b\ncc')
    print(63, m and (m.span(), m.groups()), c.findall('xé1b\ncc'), c.split('xé1b\ncc'), c.subn('<\g<0>>', 'xé1b\ncc'), c.fullmatch('xé1b\ncc') is None)
except re.error as e: print(63, e)
try:
    c = re.compile('\\W([ab])(?:(é))', 2)
    m = c.search('A_')
    print(64, m and (m.span(), m.groups()), c.findall('A_'), c.split('A_'), c.subn('<\g<0>>', 'A_'), c.fullmatch('A_') is None)
except re.error as e: print(64, e)
try:
    c = re.compile('\\d|c|[ab]éé\\b', 2)
    m = c.search('a_c')
    print(65, m and (m.span(), m.groups()), c.findall('a_c'), c.split('a_c'), c.subn('<\g<0>>', 'a_c'), c.fullmatch('a_c') is None)
except re.error as e: print(65, e)
try:
    c = re.compile('é(?:\\W)+?1(\\w)|(?:\\s)?', 0)
    m = c.search('AabbA')
    print(66, m and (m.span(), m.groups()), c.findall('AabbA'), c.split('AabbA'), c.subn('<\g<0>>', 'AabbA'), c.fullmatch('AabbA') is None)
except re.error as e: print(66, e)
try:
    c = re.compile('\\d(?:^)(?:[^a])(?:($))x($)', 256)
    m = c.search('acxA.aé')
    print(67, m and (m.span(), m.groups()), c.findall('acxA.aé'), c.split('acxA.aé'), c.subn('<\g<0>>', 'acxA.aé'), c.fullmatch('acxA.aé') is None)
except re.error as e: print(67, e)
try:
    c = re.compile('é|(?:b|\\B){1,2}\\d', 2)
    m = c.search('A\n c1cx')
    print(68, m and (m.span(), m.groups()), c.findall('A\n c1cx'), c.split('A\n c1cx'), c.subn('<\g<0>>', 'A\n c1cx'), c.fullmatch('A\n c1cx') is None)
except re.error as e: print(68, e)
try:
    c = re.compile('\\B\\n', 0)
    m = c.search('bAa. xc_')
    print(69, m and (m.span(), m.groups()), c.findall('bAa. xc_'), c.split('bAa. xc_'), c.subn('<\g<0>>', 'bAa. xc_'), c.fullmatch('bAa. xc_') is None)
except re.error as e: print(69, e)
try:
    c = re.compile('b', 10)
    m = c.search('_xbx x')
    print(70, m and (m.span(), m.groups()), c.findall('_xbx x'), c.split('_xbx x'), c.subn('<\g<0>>', '_xbx x'), c.fullmatch('_xbx x') is None)
except re.error as e: print(70, e)
try:
    c = re.compile('.^(?=((?:[a-c])+?))', 0)
    m = c.search('bc')
    print(71, m and (m.span(), m.groups()), c.findall('bc'), c.split('bc'), c.subn('<\g<0>>', 'bc'), c.fullmatch('bc') is None)
except re.error as e: print(71, e)
try:
    c = re.compile('(?:1|b|\\b){1,2}(?=\\b)(?=^)(?!c\\b)', 256)
    m = c.search('ax')
    print(72, m and (m.span(), m.groups()), c.findall('ax'), c.split('ax'), c.subn('<\g<0>>', 'ax'), c.fullmatch('ax') is None)
except re.error as e: print(72, e)
try:
    c = re.compile('\\W\\.', 0)
    m = c.search('céabéa')
    print(73, m and (m.span(), m.groups()), c.findall('céabéa'), c.split('céabéa'), c.subn('<\g<0>>', 'céabéa'), c.fullmatch('céabéa') is None)
except re.error as e: print(73, e)
try:
    c = re.compile('x|(?!é)\\né|[a-c]', 8)
    m = c.search(' ')
    print(74, m and (m.span(), m.groups()), c.findall(' '), c.split(' '), c.subn('<\g<0>>', ' '), c.fullmatch(' ') is None)
except re.error as e: print(74, e)
try:
    c = re.compile('(?:[ab])??|$([^a])(?:.[\\w-]c)(?!(?:^)?)', 10)
    m = c.search('1c_')
    print(75, m and (m.span(), m.groups()), c.findall('1c_'), c.split('1c_'), c.subn('<\g<0>>', '1c_'), c.fullmatch('1c_') is None)
except re.error as e: print(75, e)
try:
    c = re.compile('((?:\\w){1,2})[\\w-][^a]|[a-c]([\\w-])', 0)
    m = c.search('xbAxAxa')
    print(76, m and (m.span(), m.groups()), c.findall('xbAxAxa'), c.split('xbAxAxa'), c.subn('<\g<0>>', 'xbAxAxa'), c.fullmatch('xbAxAxa') is None)
except re.error as e: print(76, e)
try:
    c = re.compile('$\\d\\B|.(?:(?!\\B|\\d))', 0)
    m = c.search('A b')
    print(77, m and (m.span(), m.groups()), c.findall('A b'), c.split('A b'), c.subn('<\g<0>>', 'A b'), c.fullmatch('A b') is None)
except re.error as e: print(77, e)
try:
    c = re.compile(' \\d(?:(?:é[^a]))??', 0)
    m = c.search('')
    print(78, m and (m.span(), m.groups()), c.findall(''), c.split(''), c.subn('<\g<0>>', ''), c.fullmatch('') is None)
except re.error as e: print(78, e)
try:
    c = re.compile('$[ab](\\d)', 0)
    m = c.search('A\nxaabbé')
    print(79, m and (m.span(), m.groups()), c.findall('A\nxaabbé'), c.split('A\nxaabbé'), c.subn('<\g<0>>', 'A\nxaabbé'), c.fullmatch('A\nxaabbé') is None)
except re.error as e: print(79, e)
try:
    c = re.compile('\\b', 0)
    m = c.search('')
    print(80, m and (m.span(), m.groups()), c.findall(''), c.split(''), c.subn('<\g<0>>', ''), c.fullmatch('') is None)
except re.error as e: print(80, e)
try:
    c = re.compile('(?:\\b){2}([^a])(?:\\n)a|\\b(?:[a-c])', 0)
    m = c.search('\néaA')
    print(81, m and (m.span(), m.groups()), c.findall('\néaA'), c.split('\néaA'), c.subn('<\g<0>>', '\néaA'), c.fullmatch('\néaA') is None)
except re.error as e: print(81, e)
try:
    c = re.compile('((?:\\n))^(?:[^a])*\\.\\.[\\w-]', 16)
    m = c.search('Aacb1b.')
    print(82, m and (m.span(), m.groups()), c.findall('Aacb1b.'), c.split('Aacb1b.'), c.subn('<\g<0>>', 'Aacb1b.'), c.fullmatch('Aacb1b.') is None)
except re.error as e: print(82, e)
try:
    c = re.compile('(?:\\w)??\\s', 256)
    m = c.search('b')
    print(83, m and (m.span(), m.groups()), c.findall('b'), c.split('b'), c.subn('<\g<0>>', 'b'), c.fullmatch('b') is None)
except re.error as e: print(83, e)
try:
    c = re.compile('(1|\\W)|\\s\\d\\b', 0)
    m = c.search('bca_')
    print(84, m and (m.span(), m.groups()), c.findall('bca_'), c.split('bca_'), c.subn('<\g<0>>', 'bca_'), c.fullmatch('bca_') is None)
except re.error as e: print(84, e)
try:
    c = re.compile('((?:(?:^)??))(?!(?:\\w)+$)(?:[ab]\\w)|1', 2)
    m = c.search('b x1bx b')
    print(85, m and (m.span(), m.groups()), c.findall('b x1bx b'), c.split('b x1bx b'), c.subn('<\g<0>>', 'b x1bx b'), c.fullmatch('b x1bx b') is None)
except re.error as e: print(85, e)
try:
    c = re.compile('1.', 2)
    m = c.search('.aé\nx \n_')
    print(86, m and (m.span(), m.groups()), c.findall('.aé\nx \n_'), c.split('.aé\nx \n_'), c.subn('<\g<0>>', '.aé\nx \n_'), c.fullmatch('.aé\nx \n_') is None)
except re.error as e: print(86, e)
try:
    c = re.compile('[\\w-].(?=\\w)', 0)
    m = c.search('a ')
    print(87, m and (m.span(), m.groups()), c.findall('a '), c.split('a '), c.subn('<\g<0>>', 'a '), c.fullmatch('a ') is None)
except re.error as e: print(87, e)
try:
    c = re.compile('.(?:\\B)', 10)
    m = c.search('_ax1')
    print(88, m and (m.span(), m.groups()), c.findall('_ax1'), c.split('_ax1'), c.subn('<\g<0>>', '_ax1'), c.fullmatch('_ax1') is None)
except re.error as e: print(88, e)
try:
    c = re.compile('(?:.)??', 0)
    m = c.search('aaba')
    print(89, m and (m.span(), m.groups()), c.findall('aaba'), c.split('aaba'), c.subn('<\g<0>>', 'aaba'), c.fullmatch('aaba') is None)
except re.error as e: print(89, e)
try:
    c = re.compile('\\b[^a]', 0)
    m = c.search('éA\n.')
    print(90, m and (m.span(), m.groups()), c.findall('éA\n.'), c.split('éA\n.'), c.subn('<\g<0>>', 'éA\n.'), c.fullmatch('éA\n.') is None)
except re.error as e: print(90, e)
try:
    c = re.compile('((?!é\\s))(\\n)\\n', 10)
    m = c.search('xa11Aé\n')
    print(91, m and (m.span(), m.groups()), c.findall('xa11Aé\n'), c.split('xa11Aé\n'), c.subn('<\g<0>>', 'xa11Aé\n'), c.fullmatch('xa11Aé\n') is None)
except re.error as e: print(91, e)
try:
    c = re.compile('(?:(1)|.^)[a-c](?:(?:.))+? ', 2)
    m = c.search('abcé')
    print(92, m and (m.span(), m.groups()), c.findall('abcé'), c.split('abcé'), c.subn('<\g<0>>', 'abcé'), c.fullmatch('abcé') is None)
except re.error as e: print(92, e)
try:
    c = re.compile('(\\B)x', 0)
    m = c.search('a\nAbbc')
    print(93, m and (m.span(), m.groups()), c.findall('a\nAbbc'), c.split('a\nAbbc'), c.subn('<\g<0>>', 'a\nAbbc'), c.fullmatch('a\nAbbc') is None)
except re.error as e: print(93, e)
try:
    c = re.compile('.\\d', 256)
    m = c.search('')
    print(94, m and (m.span(), m.groups()), c.findall(''), c.split(''), c.subn('<\g<0>>', ''), c.fullmatch('') is None)
except re.error as e: print(94, e)
try:
    c = re.compile('^\\d(?:1\\b[\\w-]){2}c(?:é)?', 10)
    m = c.search('\nb  \n\n_1')
    print(95, m and (m.span(), m.groups()), c.findall('\nb  \n\n_1'), c.split('\nb  \n\n_1'), c.subn('<\g<0>>', '\nb  \n\n_1'), c.fullmatch('\nb  \n\n_1') is None)
except re.error as e: print(95, e)
try:
    c = re.compile('[^a]\\n((?=(\\W)))', 2)
    m = c.search('_Acc_a')
    print(96, m and (m.span(), m.groups()), c.findall('_Acc_a'), c.split('_Acc_a'), c.subn('<\g<0>>', '_Acc_a'), c.fullmatch('_Acc_a') is None)
except re.error as e: print(96, e)
try:
    c = re.compile('\\B', 0)
    m = c.search('')
    print(97, m and (m.span(), m.groups()), c.findall(''), c.split(''), c.subn('<\g<0>>', ''), c.fullmatch('') is None)
except re.error as e: print(97, e)
try:
    c = re.compile('(\\d|\\d(?:.)+?)(?:[\\w-]|1\\B\\n)', 10)
    m = c.search('\nb')
    print(98, m and (m.span(), m.groups()), c.findall('\nb'), c.split('\nb'), c.subn('<\g<0>>', '\nb'), c.fullmatch('\nb') is None)
except re.error as e: print(98, e)
try:
    c = re.compile('.', 16)
    m = c.search('\nAxa. a.A')
    print(99, m and (m.span(), m.groups()), c.findall('\nAxa. a.A'), c.split('\nAxa. a.A'), c.subn('<\g<0>>', '\nAxa. a.A'), c.fullmatch('\nAxa. a.A') is None)
except re.error as e: print(99, e)
try:
    c = re.compile('((?:[\\w-])??)a|éxb(?:1|^)', 256)
    m = c.search('aAa')
    print(100, m and (m.span(), m.groups()), c.findall('aAa'), c.split('aAa'), c.subn('<\g<0>>', 'aAa'), c.fullmatch('aAa') is None)
except re.error as e: print(100, e)
try:
    c = re.compile('\\.', 2)
    m = c.search(' .')
    print(101, m and (m.span(), m.groups()), c.findall(' .'), c.split(' .'), c.subn('<\g<0>>', ' .'), c.fullmatch(' .') is None)
except re.error as e: print(101, e)
try:
    c = re.compile('[ab]', 2)
    m = c.search('a\né.bé.b.')
    print(102, m and (m.span(), m.groups()), c.findall('a\né.bé.b.'), c.split('a\né.bé.b.'), c.subn('<\g<0>>', 'a\né.bé.b.'), c.fullmatch('a\né.bé.b.') is None)
except re.error as e: print(102, e)
try:
    c = re.compile('(\\s)', 0)
    m = c.search('_é')
    print(103, m and (m.span(), m.groups()), c.findall('_é'), c.split('_é'), c.subn('<\g<0>>', '_é'), c.fullmatch('_é') is None)
except re.error as e: print(103, e)
try:
    c = re.compile('\\d\\n', 8)
    m = c.search('')
    print(104, m and (m.span(), m.groups()), c.findall(''), c.split(''), c.subn('<\g<0>>', ''), c.fullmatch('') is None)
except re.error as e: print(104, e)
try:
    c = re.compile('(?:\\d){2}\\B', 0)
    m = c.search('b.b')
    print(105, m and (m.span(), m.groups()), c.findall('b.b'), c.split('b.b'), c.subn('<\g<0>>', 'b.b'), c.fullmatch('b.b') is None)
except re.error as e: print(105, e)
try:
    c = re.compile('[\\w-](?:c)', 0)
    m = c.search('A ')
    print(106, m and (m.span(), m.groups()), c.findall('A '), c.split('A '), c.subn('<\g<0>>', 'A '), c.fullmatch('A ') is None)
except re.error as e: print(106, e)
try:
    c = re.compile('(?: )(?:\\w\\n)(?:[^a])*|\\W|a', 0)
    m = c.search('bbabé')
    print(107, m and (m.span(), m.groups()), c.findall('bbabé'), c.split('bbabé'), c.subn('<\g<0>>', 'bbabé'), c.fullmatch('bbabé') is None)
except re.error as e: print(107, e)
try:
    c = re.compile('(\\W)1', 0)
    m = c.search('1A.acb')
    print(108, m and (m.span(), m.groups()), c.findall('1A.acb'), c.split('1A.acb'), c.subn('<\g<0>>', '1A.acb'), c.fullmatch('1A.acb') is None)
except re.error as e: print(108, e)
try:
    c = re.compile('\\B', 10)
    m = c.search('a.1é A ')
    print(109, m and (m.span(), m.groups()), c.findall('a.1é A '), c.split('a.1é A '), c.subn('<\g<0>>', 'a.1é A '), c.fullmatch('a.1é A ') is None)
except re.error as e: print(109, e)
try:
    c = re.compile('\\s', 2)
    m = c.search('ax\na')
    print(110, m and (m.span(), m.groups()), c.findall('ax\na'), c.split('ax\na'), c.subn('<\g<0>>', 'ax\na'), c.fullmatch('ax\na') is None)
except re.error as e: print(110, e)
try:
    c = re.compile('é(?:[a-c])+?', 16)
    m = c.search('b\nAc\n\ncc')
    print(111, m and (m.span(), m.groups()), c.findall('b\nAc\n\ncc'), c.split('b\nAc\n\ncc'), c.subn('<\g<0>>', 'b\nAc\n\ncc'), c.fullmatch('b\nAc\n\ncc') is None)
except re.error as e: print(111, e)
try:
    c = re.compile('\\né\\s', 10)
    m = c.search('A\nb')
    print(112, m and (m.span(), m.groups()), c.findall('A\nb'), c.split('A\nb'), c.subn('<\g<0>>', 'A\nb'), c.fullmatch('A\nb') is None)
except re.error as e: print(112, e)
try:
    c = re.compile('.c\\d', 0)
    m = c.search('_')
    print(113, m and (m.span(), m.groups()), c.findall('_'), c.split('_'), c.subn('<\g<0>>', '_'), c.fullmatch('_') is None)
except re.error as e: print(113, e)
try:
    c = re.compile('\\.(?:((?:a)??))+?', 0)
    m = c.search('.xéa')
    print(114, m and (m.span(), m.groups()), c.findall('.xéa'), c.split('.xéa'), c.subn('<\g<0>>', '.xéa'), c.fullmatch('.xéa') is None)
except re.error as e: print(114, e)
try:
    c = re.compile('(?:[^a])[\\w-]', 256)
    m = c.search('')
    print(115, m and (m.span(), m.groups()), c.findall(''), c.split(''), c.subn('<\g<0>>', ''), c.fullmatch('') is None)
except re.error as e: print(115, e)
try:
    c = re.compile('c|(^)\\s(?:\\W){2}\\s', 10)
    m = c.search('11ab1 . x')
    print(116, m and (m.span(), m.groups()), c.findall('11ab1 . x'), c.split('11ab1 . x'), c.subn('<\g<0>>', '11ab1 . x'), c.fullmatch('11ab1 . x') is None)
except re.error as e: print(116, e)
try:
    c = re.compile('1a', 0)
    m = c.search('A\n')
    print(117, m and (m.span(), m.groups()), c.findall('A\n'), c.split('A\n'), c.subn('<\g<0>>', 'A\n'), c.fullmatch('A\n') is None)
except re.error as e: print(117, e)
try:
    c = re.compile('1é', 256)
    m = c.search('ébxéé')
    print(118, m and (m.span(), m.groups()), c.findall('ébxéé'), c.split('ébxéé'), c.subn('<\g<0>>', 'ébxéé'), c.fullmatch('ébxéé') is None)
except re.error as e: print(118, e)
try:
    c = re.compile('\\d', 2)
    m = c.search('xbAAA')
    print(119, m and (m.span(), m.groups()), c.findall('xbAAA'), c.split('xbAAA'), c.subn('<\g<0>>', 'xbAAA'), c.fullmatch('xbAAA') is None)
except re.error as e: print(119, e)
try:
    c = re.compile('(?:[^a])*\\B| (?:a){1,2}', 16)
    m = c.search('é1.1a')
    print(120, m and (m.span(), m.groups()), c.findall('é1.1a'), c.split('é1.1a'), c.subn('<\g<0>>', 'é1.1a'), c.fullmatch('é1.1a') is None)
except re.error as e: print(120, e)
try:
    c = re.compile('\\d\\d^|é', 8)
    m = c.search('.bcb\n')
    print(121, m and (m.span(), m.groups()), c.findall('.bcb\n'), c.split('.bcb\n'), c.subn('<\g<0>>', '.bcb\n'), c.fullmatch('.bcb\n') is None)
except re.error as e: print(121, e)
try:
    c = re.compile('.c| |(?:\\d)', 2)
    m = c.search('ab__')
    print(122, m and (m.span(), m.groups()), c.findall('ab__'), c.split('ab__'), c.subn('<\g<0>>', 'ab__'), c.fullmatch('ab__') is None)
except re.error as e: print(122, e)
try:
    c = re.compile('b', 0)
    m = c.search('_x\nb.11')
    print(123, m and (m.span(), m.groups()), c.findall('_x\nb.11'), c.split('_x\nb.11'), c.subn('<\g<0>>', '_x\nb.11'), c.fullmatch('_x\nb.11') is None)
except re.error as e: print(123, e)
try:
    c = re.compile('\\d(?:b)*?x(?!\\s)$', 0)
    m = c.search('c b')
    print(124, m and (m.span(), m.groups()), c.findall('c b'), c.split('c b'), c.subn('<\g<0>>', 'c b'), c.fullmatch('c b') is None)
except re.error as e: print(124, e)
try:
    c = re.compile('[a-c][^a]\\d', 0)
    m = c.search('.b1\n abcé')
    print(125, m and (m.span(), m.groups()), c.findall('.b1\n abcé'), c.split('.b1\n abcé'), c.subn('<\g<0>>', '.b1\n abcé'), c.fullmatch('.b1\n abcé') is None)
except re.error as e: print(125, e)
try:
    c = re.compile('(?:([\\w-]))+?a[^a]\\W', 16)
    m = c.search('_é.')
    print(126, m and (m.span(), m.groups()), c.findall('_é.'), c.split('_é.'), c.subn('<\g<0>>', '_é.'), c.fullmatch('_é.') is None)
except re.error as e: print(126, e)
try:
    c = re.compile('$(\\w) ', 2)
    m = c.search('x\nca')
    print(127, m and (m.span(), m.groups()), c.findall('x\nca'), c.split('x\nca'), c.subn('<\g<0>>', 'x\nca'), c.fullmatch('x\nca') is None)
except re.error as e: print(127, e)
try:
    c = re.compile('(?:[a-c])+', 2)
    m = c.search('1éA_')
    print(128, m and (m.span(), m.groups()), c.findall('1éA_'), c.split('1éA_'), c.subn('<\g<0>>', '1éA_'), c.fullmatch('1éA_') is None)
except re.error as e: print(128, e)
try:
    c = re.compile('(?:\\.){1,2}\\sb', 256)
    m = c.search('.A')
    print(129, m and (m.span(), m.groups()), c.findall('.A'), c.split('.A'), c.subn('<\g<0>>', '.A'), c.fullmatch('.A') is None)
except re.error as e: print(129, e)
try:
    c = re.compile('\\.', 8)
    m = c.search('b')
    print(130, m and (m.span(), m.groups()), c.findall('b'), c.split('b'), c.subn('<\g<0>>', 'b'), c.fullmatch('b') is None)
except re.error as e: print(130, e)
try:
    c = re.compile('\\b|($é)', 8)
    m = c.search('é')
    print(131, m and (m.span(), m.groups()), c.findall('é'), c.split('é'), c.subn('<\g<0>>', 'é'), c.fullmatch('é') is None)
except re.error as e: print(131, e)
try:
    c = re.compile('é(1|1|c)', 0)
    m = c.search(' AbcéAxA')
    print(132, m and (m.span(), m.groups()), c.findall(' AbcéAxA'), c.split(' AbcéAxA'), c.subn('<\g<0>>', ' AbcéAxA'), c.fullmatch(' AbcéAxA') is None)
except re.error as e: print(132, e)
try:
    c = re.compile('(?:(\\b))[a-c]', 0)
    m = c.search('')
    print(133, m and (m.span(), m.groups()), c.findall(''), c.split(''), c.subn('<\g<0>>', ''), c.fullmatch('') is None)
except re.error as e: print(133, e)
try:
    c = re.compile('(\\b)', 16)
    m = c.search('\nbaxb.aaa')
    print(134, m and (m.span(), m.groups()), c.findall('\nbaxb.aaa'), c.split('\nbaxb.aaa'), c.subn('<\g<0>>', '\nbaxb.aaa'), c.fullmatch('\nbaxb.aaa') is None)
except re.error as e: print(134, e)
try:
    c = re.compile('(\\W)|b|x\\w(?:c)\\B(?:\\B)?', 0)
    m = c.search('')
    print(135, m and (m.span(), m.groups()), c.findall(''), c.split(''), c.subn('<\g<0>>', ''), c.fullmatch('') is None)
except re.error as e: print(135, e)
try:
    c = re.compile('(?:[^a][^a])*?|\\sa\\d|a\\.é', 0)
    m = c.search('')
    print(136, m and (m.span(), m.groups()), c.findall(''), c.split(''), c.subn('<\g<0>>', ''), c.fullmatch('') is None)
except re.error as e: print(136, e)
try:
    c = re.compile('[^a]', 0)
    m = c.search('_')
    print(137, m and (m.span(), m.groups()), c.findall('_'), c.split('_'), c.subn('<\g<0>>', '_'), c.fullmatch('_') is None)
except re.error as e: print(137, e)
try:
    c = re.compile('\\bc|$', 0)
    m = c.search('_A\n_éxcéa')
    print(138, m and (m.span(), m.groups()), c.findall('_A\n_éxcéa'), c.split('_A\n_éxcéa'), c.subn('<\g<0>>', '_A\n_éxcéa'), c.fullmatch('_A\n_éxcéa') is None)
except re.error as e: print(138, e)
try:
    c = re.compile('(?:(\\B))', 0)
    m = c.search('_a\n\na')
    print(139, m and (m.span(), m.groups()), c.findall('_a\n\na'), c.split('_a\n\na'), c.subn('<\g<0>>', '_a\n\na'), c.fullmatch('_a\n\na') is None)
except re.error as e: print(139, e)
try:
    c = re.compile('c(a)|(\\W)$(?:[a-c])(?:\\d\\s){1,2}', 0)
    m = c.search('bA')
    print(140, m and (m.span(), m.groups()), c.findall('bA'), c.split('bA'), c.subn('<\g<0>>', 'bA'), c.fullmatch('bA') is None)
except re.error as e: print(140, e)
try:
    c = re.compile('x ', 2)
    m = c.search('cbbéc_1')
    print(141, m and (m.span(), m.groups()), c.findall('cbbéc_1'), c.split('cbbéc_1'), c.subn('<\g<0>>', 'cbbéc_1'), c.fullmatch('cbbéc_1') is None)
except re.error as e: print(141, e)
try:
    c = re.compile('(1)x', 0)
    m = c.search('')
    print(142, m and (m.span(), m.groups()), c.findall(''), c.split(''), c.subn('<\g<0>>', ''), c.fullmatch('') is None)
except re.error as e: print(142, e)
try:
    c = re.compile('( )[\\w-]', 256)
    m = c.search('xé1c_')
    print(143, m and (m.span(), m.groups()), c.findall('xé1c_'), c.split('xé1c_'), c.subn('<\g<0>>', 'xé1c_'), c.fullmatch('xé1c_') is None)
except re.error as e: print(143, e)
try:
    c = re.compile('\\b(b)', 0)
    m = c.search('')
    print(144, m and (m.span(), m.groups()), c.findall(''), c.split(''), c.subn('<\g<0>>', ''), c.fullmatch('') is None)
except re.error as e: print(144, e)
try:
    c = re.compile('\\s|[a-c]éb|\\B[^a]\\s', 0)
    m = c.search('..é1ba')
    print(145, m and (m.span(), m.groups()), c.findall('..é1ba'), c.split('..é1ba'), c.subn('<\g<0>>', '..é1ba'), c.fullmatch('..é1ba') is None)
except re.error as e: print(145, e)
try:
    c = re.compile('x\\b', 0)
    m = c.search('')
    print(146, m and (m.span(), m.groups()), c.findall(''), c.split(''), c.subn('<\g<0>>', ''), c.fullmatch('') is None)
except re.error as e: print(146, e)
try:
    c = re.compile('c\\B', 2)
    m = c.search(' ')
    print(147, m and (m.span(), m.groups()), c.findall(' '), c.split(' '), c.subn('<\g<0>>', ' '), c.fullmatch(' ') is None)
except re.error as e: print(147, e)
try:
    c = re.compile(' ', 10)
    m = c.search('b')
    print(148, m and (m.span(), m.groups()), c.findall('b'), c.split('b'), c.subn('<\g<0>>', 'b'), c.fullmatch('b') is None)
except re.error as e: print(148, e)
try:
    c = re.compile('\\n(?:.|(?:b)*?){2}', 0)
    m = c.search('')
    print(149, m and (m.span(), m.groups()), c.findall(''), c.split(''), c.subn('<\g<0>>', ''), c.fullmatch('') is None)
except re.error as e: print(149, e)
try:
    c = re.compile('[\\w-]', 0)
    m = c.search('cAbAxa b')
    print(150, m and (m.span(), m.groups()), c.findall('cAbAxa b'), c.split('cAbAxa b'), c.subn('<\g<0>>', 'cAbAxa b'), c.fullmatch('cAbAxa b') is None)
except re.error as e: print(150, e)
try:
    c = re.compile(' \\d(?=b)', 0)
    m = c.search('aAcééx xx')
    print(151, m and (m.span(), m.groups()), c.findall('aAcééx xx'), c.split('aAcééx xx'), c.subn('<\g<0>>', 'aAcééx xx'), c.fullmatch('aAcééx xx') is None)
except re.error as e: print(151, e)
try:
    c = re.compile('(.)((?:^)?)', 256)
    m = c.search('x éA')
    print(152, m and (m.span(), m.groups()), c.findall('x éA'), c.split('x éA'), c.subn('<\g<0>>', 'x éA'), c.fullmatch('x éA') is None)
except re.error as e: print(152, e)
try:
    c = re.compile('é\\.\\sb', 0)
    m = c.search('b')
    print(153, m and (m.span(), m.groups()), c.findall('b'), c.split('b'), c.subn('<\g<0>>', 'b'), c.fullmatch('b') is None)
except re.error as e: print(153, e)
try:
    c = re.compile('((([a-c])))(?:(?:(?:\\s){1,2})??)+\\.', 8)
    m = c.search('baA. _Ab.')
    print(154, m and (m.span(), m.groups()), c.findall('baA. _Ab.'), c.split('baA. _Ab.'), c.subn('<\g<0>>', 'baA. _Ab.'), c.fullmatch('baA. _Ab.') is None)
except re.error as e: print(154, e)
try:
    c = re.compile('(?:(?:\\w)??)?', 10)
    m = c.search('A\nb c.')
    print(155, m and (m.span(), m.groups()), c.findall('A\nb c.'), c.split('A\nb c.'), c.subn('<\g<0>>', 'A\nb c.'), c.fullmatch('A\nb c.') is None)
except re.error as e: print(155, e)
try:
    c = re.compile('(?:(?:x){2}.)+?a', 8)
    m = c.search('b_')
    print(156, m and (m.span(), m.groups()), c.findall('b_'), c.split('b_'), c.subn('<\g<0>>', 'b_'), c.fullmatch('b_') is None)
except re.error as e: print(156, e)
try:
    c = re.compile('(?:(?![ab]))c', 10)
    m = c.search('')
    print(157, m and (m.span(), m.groups()), c.findall(''), c.split(''), c.subn('<\g<0>>', ''), c.fullmatch('') is None)
except re.error as e: print(157, e)
try:
    c = re.compile('(?:[^a])\\s', 10)
    m = c.search('1é.b\n1a.')
    print(158, m and (m.span(), m.groups()), c.findall('1é.b\n1a.'), c.split('1é.b\n1a.'), c.subn('<\g<0>>', '1é.b\n1a.'), c.fullmatch('1é.b\n1a.') is None)
except re.error as e: print(158, e)
try:
    c = re.compile('(?:x)+a(?:$)??', 256)
    m = c.search('xca.')
    print(159, m and (m.span(), m.groups()), c.findall('xca.'), c.split('xca.'), c.subn('<\g<0>>', 'xca.'), c.fullmatch('xca.') is None)
except re.error as e: print(159, e)
try:
    c = re.compile('1(?:^)+$[^a]\\n.', 8)
    m = c.search('Axéé_b\n')
    print(160, m and (m.span(), m.groups()), c.findall('Axéé_b\n'), c.split('Axéé_b\n'), c.subn('<\g<0>>', 'Axéé_b\n'), c.fullmatch('Axéé_b\n') is None)
except re.error as e: print(160, e)
try:
    c = re.compile('ac(?: )', 2)
    m = c.search(' \nAAabbc')
    print(161, m and (m.span(), m.groups()), c.findall(' \nAAabbc'), c.split(' \nAAabbc'), c.subn('<\g<0>>', ' \nAAabbc'), c.fullmatch(' \nAAabbc') is None)
except re.error as e: print(161, e)
try:
    c = re.compile('[\\w-]', 16)
    m = c.search('ab_  \nbcb')
    print(162, m and (m.span(), m.groups()), c.findall('ab_  \nbcb'), c.split('ab_  \nbcb'), c.subn('<\g<0>>', 'ab_  \nbcb'), c.fullmatch('ab_  \nbcb') is None)
except re.error as e: print(162, e)
try:
    c = re.compile('\\d', 256)
    m = c.search('1A\nc')
    print(163, m and (m.span(), m.groups()), c.findall('1A\nc'), c.split('1A\nc'), c.subn('<\g<0>>', '1A\nc'), c.fullmatch('1A\nc') is None)
except re.error as e: print(163, e)
try:
    c = re.compile('(?:[^a]){1,2}^(?:(\\b))', 0)
    m = c.search('x\n\nbaA_xc')
    print(164, m and (m.span(), m.groups()), c.findall('x\n\nbaA_xc'), c.split('x\n\nbaA_xc'), c.subn('<\g<0>>', 'x\n\nbaA_xc'), c.fullmatch('x\n\nbaA_xc') is None)
except re.error as e: print(164, e)
try:
    c = re.compile('[a-c](?:\\b){2}', 2)
    m = c.search('A_1éb1')
    print(165, m and (m.span(), m.groups()), c.findall('A_1éb1'), c.split('A_1éb1'), c.subn('<\g<0>>', 'A_1éb1'), c.fullmatch('A_1éb1') is None)
except re.error as e: print(165, e)
try:
    c = re.compile('\\w|[^a]|éé', 2)
    m = c.search('a.bAbAa')
    print(166, m and (m.span(), m.groups()), c.findall('a.bAbAa'), c.split('a.bAbAa'), c.subn('<\g<0>>', 'a.bAbAa'), c.fullmatch('a.bAbAa') is None)
except re.error as e: print(166, e)
try:
    c = re.compile('(?:(?:\\n))*\\W(?:b).(\\.)', 8)
    m = c.search('.1')
    print(167, m and (m.span(), m.groups()), c.findall('.1'), c.split('.1'), c.subn('<\g<0>>', '.1'), c.fullmatch('.1') is None)
except re.error as e: print(167, e)
try:
    c = re.compile('(?:1)+?\\W|\\w(?:\\w)??|\\b', 2)
    m = c.search('b')
    print(168, m and (m.span(), m.groups()), c.findall('b'), c.split('b'), c.subn('<\g<0>>', 'b'), c.fullmatch('b') is None)
except re.error as e: print(168, e)
try:
    c = re.compile('é', 0)
    m = c.search('1béc1é.')
    print(169, m and (m.span(), m.groups()), c.findall('1béc1é.'), c.split('1béc1é.'), c.subn('<\g<0>>', '1béc1é.'), c.fullmatch('1béc1é.') is None)
except re.error as e: print(169, e)
try:
    c = re.compile('\\b|.b\\bc((?:b))', 10)
    m = c.search('aacx')
    print(170, m and (m.span(), m.groups()), c.findall('aacx'), c.split('aacx'), c.subn('<\g<0>>', 'aacx'), c.fullmatch('aacx') is None)
except re.error as e: print(170, e)
try:
    c = re.compile('(b\\W|\\w)((1)|(?:[ab]))', 0)
    m = c.search('é\né')
    print(171, m and (m.span(), m.groups()), c.findall('é\né'), c.split('é\né'), c.subn('<\g<0>>', 'é\né'), c.fullmatch('é\né') is None)
except re.error as e: print(171, e)
try:
    c = re.compile('(?:\\s)+1($)', 256)
    m = c.search('aab11cA')
    print(172, m and (m.span(), m.groups()), c.findall('aab11cA'), c.split('aab11cA'), c.subn('<\g<0>>', 'aab11cA'), c.fullmatch('aab11cA') is None)
except re.error as e: print(172, e)
try:
    c = re.compile('(?:b)(?:([a-c]))é', 2)
    m = c.search('a')
    print(173, m and (m.span(), m.groups()), c.findall('a'), c.split('a'), c.subn('<\g<0>>', 'a'), c.fullmatch('a') is None)
except re.error as e: print(173, e)
try:
    c = re.compile(' .|(b)x(?:(?:\\b)[ab])*?', 0)
    m = c.search('é. bx')
    print(174, m and (m.span(), m.groups()), c.findall('é. bx'), c.split('é. bx'), c.subn('<\g<0>>', 'é. bx'), c.fullmatch('é. bx') is None)
except re.error as e: print(174, e)
try:
    c = re.compile('([\\w-])((?:a){2})(\\b )', 0)
    m = c.search('éxba__a')
    print(175, m and (m.span(), m.groups()), c.findall('éxba__a'), c.split('éxba__a'), c.subn('<\g<0>>', 'éxba__a'), c.fullmatch('éxba__a') is None)
except re.error as e: print(175, e)
try:
    c = re.compile('\\w\\b', 2)
    m = c.search('b\n')
    print(176, m and (m.span(), m.groups()), c.findall('b\n'), c.split('b\n'), c.subn('<\g<0>>', 'b\n'), c.fullmatch('b\n') is None)
except re.error as e: print(176, e)
try:
    c = re.compile('((\\.)(?=b))[ab]|\\s|[a-c]a| ', 8)
    m = c.search('éAc1Ac')
    print(177, m and (m.span(), m.groups()), c.findall('éAc1Ac'), c.split('éAc1Ac'), c.subn('<\g<0>>', 'éAc1Ac'), c.fullmatch('éAc1Ac') is None)
except re.error as e: print(177, e)
try:
    c = re.compile('([\\w-])^', 0)
    m = c.search('b')
    print(178, m and (m.span(), m.groups()), c.findall('b'), c.split('b'), c.subn('<\g<0>>', 'b'), c.fullmatch('b') is None)
except re.error as e: print(178, e)
try:
    c = re.compile('(?:1(?:\\d){2})*(?:[\\w-])( )|[^a]', 0)
    m = c.search('caacé')
    print(179, m and (m.span(), m.groups()), c.findall('caacé'), c.split('caacé'), c.subn('<\g<0>>', 'caacé'), c.fullmatch('caacé') is None)
except re.error as e: print(179, e)
try:
    c = re.compile('(\\w )(\\d\\b)[\\w-](?:(?:é){2})+?(?!é)', 2)
    m = c.search('cbA')
    print(180, m and (m.span(), m.groups()), c.findall('cbA'), c.split('cbA'), c.subn('<\g<0>>', 'cbA'), c.fullmatch('cbA') is None)
except re.error as e: print(180, e)
try:
    c = re.compile('\\B\\d[^a]', 0)
    m = c.search('\nbéAcaba')
    print(181, m and (m.span(), m.groups()), c.findall('\nbéAcaba'), c.split('\nbéAcaba'), c.subn('<\g<0>>', '\nbéAcaba'), c.fullmatch('\nbéAcaba') is None)
except re.error as e: print(181, e)
try:
    c = re.compile('((?:\\s))(?:[\\w-]( )).', 8)
    m = c.search('é_b')
    print(182, m and (m.span(), m.groups()), c.findall('é_b'), c.split('é_b'), c.subn('<\g<0>>', 'é_b'), c.fullmatch('é_b') is None)
except re.error as e: print(182, e)
try:
    c = re.compile('(?:(\\.))?', 8)
    m = c.search('ca \nc1x')
    print(183, m and (m.span(), m.groups()), c.findall('ca \nc1x'), c.split('ca \nc1x'), c.subn('<\g<0>>', 'ca \nc1x'), c.fullmatch('ca \nc1x') is None)
except re.error as e: print(183, e)
try:
    c = re.compile('1', 0)
    m = c.search('b')
    print(184, m and (m.span(), m.groups()), c.findall('b'), c.split('b'), c.subn('<\g<0>>', 'b'), c.fullmatch('b') is None)
except re.error as e: print(184, e)
try:
    c = re.compile('\\s', 16)
    m = c.search('éc ')
    print(185, m and (m.span(), m.groups()), c.findall('éc '), c.split('éc '), c.subn('<\g<0>>', 'éc '), c.fullmatch('éc ') is None)
except re.error as e: print(185, e)
try:
    c = re.compile('\\Bc(?:é)+?', 0)
    m = c.search('A\n\n11 é')
    print(186, m and (m.span(), m.groups()), c.findall('A\n\n11 é'), c.split('A\n\n11 é'), c.subn('<\g<0>>', 'A\n\n11 é'), c.fullmatch('A\n\n11 é') is None)
except re.error as e: print(186, e)
try:
    c = re.compile('a|\\s(?!\\W)(?:(?:(?:\\.)+))', 0)
    m = c.search('Aaax ')
    print(187, m and (m.span(), m.groups()), c.findall('Aaax '), c.split('Aaax '), c.subn('<\g<0>>', 'Aaax '), c.fullmatch('Aaax ') is None)
except re.error as e: print(187, e)
try:
    c = re.compile('.', 8)
    m = c.search('xxacc bx')
    print(188, m and (m.span(), m.groups()), c.findall('xxacc bx'), c.split('xxacc bx'), c.subn('<\g<0>>', 'xxacc bx'), c.fullmatch('xxacc bx') is None)
except re.error as e: print(188, e)
try:
    c = re.compile('( )', 0)
    m = c.search('b')
    print(189, m and (m.span(), m.groups()), c.findall('b'), c.split('b'), c.subn('<\g<0>>', 'b'), c.fullmatch('b') is None)
except re.error as e: print(189, e)
try:
    c = re.compile('a(\\B)\\.', 0)
    m = c.search('c_\n\na A_')
    print(190, m and (m.span(), m.groups()), c.findall('c_\n\na A_'), c.split('c_\n\na A_'), c.subn('<\g<0>>', 'c_\n\na A_'), c.fullmatch('c_\n\na A_') is None)
except re.error as e: print(190, e)
try:
    c = re.compile('\\.(?:((?:\\b)))\\dcé\\s', 0)
    m = c.search('1bb')
    print(191, m and (m.span(), m.groups()), c.findall('1bb'), c.split('1bb'), c.subn('<\g<0>>', '1bb'), c.fullmatch('1bb') is None)
except re.error as e: print(191, e)
try:
    c = re.compile('(?!x)', 0)
    m = c.search(' ')
    print(192, m and (m.span(), m.groups()), c.findall(' '), c.split(' '), c.subn('<\g<0>>', ' '), c.fullmatch(' ') is None)
except re.error as e: print(192, e)
try:
    c = re.compile('[\\w-]', 0)
    m = c.search('1_aéaaa\n')
    print(193, m and (m.span(), m.groups()), c.findall('1_aéaaa\n'), c.split('1_aéaaa\n'), c.subn('<\g<0>>', '1_aéaaa\n'), c.fullmatch('1_aéaaa\n') is None)
except re.error as e: print(193, e)
try:
    c = re.compile('([^a]é|(?:c))(^)(?!(?:(?:[\\w-])){1,2})', 2)
    m = c.search('ac')
    print(194, m and (m.span(), m.groups()), c.findall('ac'), c.split('ac'), c.subn('<\g<0>>', 'ac'), c.fullmatch('ac') is None)
except re.error as e: print(194, e)
try:
    c = re.compile('$ ', 0)
    m = c.search('éba.ab.b')
    print(195, m and (m.span(), m.groups()), c.findall('éba.ab.b'), c.split('éba.ab.b'), c.subn('<\g<0>>', 'éba.ab.b'), c.fullmatch('éba.ab.b') is None)
except re.error as e: print(195, e)
try:
    c = re.compile('x((c))((\\B\\d))', 16)
    m = c.search('\n.1ca')
    print(196, m and (m.span(), m.groups()), c.findall('\n.1ca'), c.split('\n.1ca'), c.subn('<\g<0>>', '\n.1ca'), c.fullmatch('\n.1ca') is None)
except re.error as e: print(196, e)
try:
    c = re.compile('(?:(?:\\b)+?)??.(?:[^a])*?', 8)
    m = c.search('a')
    print(197, m and (m.span(), m.groups()), c.findall('a'), c.split('a'), c.subn('<\g<0>>', 'a'), c.fullmatch('a') is None)
except re.error as e: print(197, e)
try:
    c = re.compile('(?:(?:$){2})*?(.|[ab])(?:[\\w-])', 0)
    m = c.search('ébbacb')
    print(198, m and (m.span(), m.groups()), c.findall('ébbacb'), c.split('ébbacb'), c.subn('<\g<0>>', 'ébbacb'), c.fullmatch('ébbacb') is None)
except re.error as e: print(198, e)
try:
    c = re.compile('^', 0)
    m = c.search('a')
    print(199, m and (m.span(), m.groups()), c.findall('a'), c.split('a'), c.subn('<\g<0>>', 'a'), c.fullmatch('a') is None)
except re.error as e: print(199, e)
try:
    c = re.compile('(a)|(c)\\d(?:\\b)*(?:\\Wc)1x|[a-c]\\d[\\w-]', 2)
    m = c.search('abc')
    print(200, m and (m.span(), m.groups()), c.findall('abc'), c.split('abc'), c.subn('<\g<0>>', 'abc'), c.fullmatch('abc') is None)
except re.error as e: print(200, e)
try:
    c = re.compile('é.(.)', 256)
    m = c.search('')
    print(201, m and (m.span(), m.groups()), c.findall(''), c.split(''), c.subn('<\g<0>>', ''), c.fullmatch('') is None)
except re.error as e: print(201, e)
try:
    c = re.compile('^(?:(?:([a-c]))*?){1,2}(?:(?:a)*?)+?', 0)
    m = c.search('aa.aca')
    print(202, m and (m.span(), m.groups()), c.findall('aa.aca'), c.split('aa.aca'), c.subn('<\g<0>>', 'aa.aca'), c.fullmatch('aa.aca') is None)
except re.error as e: print(202, e)
try:
    c = re.compile('(\\W)[^a](\\s)', 256)
    m = c.search('aAé.')
    print(203, m and (m.span(), m.groups()), c.findall('aAé.'), c.split('aAé.'), c.subn('<\g<0>>', 'aAé.'), c.fullmatch('aAé.') is None)
except re.error as e: print(203, e)
try:
    c = re.compile('(?:( ))', 8)
    m = c.search('Ac .b1A')
    print(204, m and (m.span(), m.groups()), c.findall('Ac .b1A'), c.split('Ac .b1A'), c.subn('<\g<0>>', 'Ac .b1A'), c.fullmatch('Ac .b1A') is None)
except re.error as e: print(204, e)
try:
    c = re.compile('\\.\\.', 0)
    m = c.search('')
    print(205, m and (m.span(), m.groups()), c.findall(''), c.split(''), c.subn('<\g<0>>', ''), c.fullmatch('') is None)
except re.error as e: print(205, e)
try:
    c = re.compile('\\d(?:\\s)*', 10)
    m = c.search('x.bbaé A')
    print(206, m and (m.span(), m.groups()), c.findall('x.bbaé A'), c.split('x.bbaé A'), c.subn('<\g<0>>', 'x.bbaé A'), c.fullmatch('x.bbaé A') is None)
except re.error as e: print(206, e)
try:
    c = re.compile('(\\s)', 0)
    m = c.search('x _abAa_')
    print(207, m and (m.span(), m.groups()), c.findall('x _abAa_'), c.split('x _abAa_'), c.subn('<\g<0>>', 'x _abAa_'), c.fullmatch('x _abAa_') is None)
except re.error as e: print(207, e)
try:
    c = re.compile('\\d(?:[\\w-])\\B(?=(?:\\. ))', 0)
    m = c.search('_')
    print(208, m and (m.span(), m.groups()), c.findall('_'), c.split('_'), c.subn('<\g<0>>', '_'), c.fullmatch('_') is None)
except re.error as e: print(208, e)
try:
    c = re.compile('(\\s)$', 8)
    m = c.search('xb')
    print(209, m and (m.span(), m.groups()), c.findall('xb'), c.split('xb'), c.subn('<\g<0>>', 'xb'), c.fullmatch('xb') is None)
except re.error as e: print(209, e)
try:
    c = re.compile('\\W', 10)
    m = c.search('b')
    print(210, m and (m.span(), m.groups()), c.findall('b'), c.split('b'), c.subn('<\g<0>>', 'b'), c.fullmatch('b') is None)
except re.error as e: print(210, e)
try:
    c = re.compile('c\\s\\.', 0)
    m = c.search('a1x .._')
    print(211, m and (m.span(), m.groups()), c.findall('a1x .._'), c.split('a1x .._'), c.subn('<\g<0>>', 'a1x .._'), c.fullmatch('a1x .._') is None)
except re.error as e: print(211, e)
try:
    c = re.compile('\\w(?:(?:\\d){2})', 0)
    m = c.search('Acc.Ac')
    print(212, m and (m.span(), m.groups()), c.findall('Acc.Ac'), c.split('Acc.Ac'), c.subn('<\g<0>>', 'Acc.Ac'), c.fullmatch('Acc.Ac') is None)
except re.error as e: print(212, e)
try:
    c = re.compile('\\B\\n(?! )|[^a]|\\d', 10)
    m = c.search('bcAxa')
    print(213, m and (m.span(), m.groups()), c.findall('bcAxa'), c.split('bcAxa'), c.subn('<\g<0>>', 'bcAxa'), c.fullmatch('bcAxa') is None)
except re.error as e: print(213, e)
try:
    c = re.compile('b^é', 16)
    m = c.search('A é..x _é')
    print(214, m and (m.span(), m.groups()), c.findall('A é..x _é'), c.split('A é..x _é'), c.subn('<\g<0>>', 'A é..x _é'), c.fullmatch('A é..x _é') is None)
except re.error as e: print(214, e)
try:
    c = re.compile('\\.b', 8)
    m = c.search('1_éb')
    print(215, m and (m.span(), m.groups()), c.findall('1_éb'), c.split('1_éb'), c.subn('<\g<0>>', '1_éb'), c.fullmatch('1_éb') is None)
except re.error as e: print(215, e)
try:
    c = re.compile('a(b).|(?:\\W)+?|x\\d', 0)
    m = c.search('bb  ')
    print(216, m and (m.span(), m.groups()), c.findall('bb  '), c.split('bb  '), c.subn('<\g<0>>', 'bb  '), c.fullmatch('bb  ') is None)
except re.error as e: print(216, e)
try:
    c = re.compile('[\\w-](?:\\d|x){2}(?:1)([ab])\\W', 0)
    m = c.search('.é')
    print(217, m and (m.span(), m.groups()), c.findall('.é'), c.split('.é'), c.subn('<\g<0>>', '.é'), c.fullmatch('.é') is None)
except re.error as e: print(217, e)
try:
    c = re.compile('\\w(\\.1)', 8)
    m = c.search('x_éaa\n1')
    print(218, m and (m.span(), m.groups()), c.findall('x_éaa\n1'), c.split('x_éaa\n1'), c.subn('<\g<0>>', 'x_éaa\n1'), c.fullmatch('x_éaa\n1') is None)
except re.error as e: print(218, e)
try:
    c = re.compile('(?:[\\w-])+?ab', 0)
    m = c.search('. ')
    print(219, m and (m.span(), m.groups()), c.findall('. '), c.split('. '), c.subn('<\g<0>>', '. '), c.fullmatch('. ') is None)
except re.error as e: print(219, e)
try:
    c = re.compile('(\\w)|(?:[\\w-]){1,2}', 0)
    m = c.search('éaax1a_')
    print(220, m and (m.span(), m.groups()), c.findall('éaax1a_'), c.split('éaax1a_'), c.subn('<\g<0>>', 'éaax1a_'), c.fullmatch('éaax1a_') is None)
except re.error as e: print(220, e)
try:
    c = re.compile('[^a]', 16)
    m = c.search(' ')
    print(221, m and (m.span(), m.groups()), c.findall(' '), c.split(' '), c.subn('<\g<0>>', ' '), c.fullmatch(' ') is None)
except re.error as e: print(221, e)
try:
    c = re.compile('1', 8)
    m = c.search('bA1éaba')
    print(222, m and (m.span(), m.groups()), c.findall('bA1éaba'), c.split('bA1éaba'), c.subn('<\g<0>>', 'bA1éaba'), c.fullmatch('bA1éaba') is None)
except re.error as e: print(222, e)
try:
    c = re.compile('$é[\\w-]', 0)
    m = c.search('é1 bxcb')
    print(223, m and (m.span(), m.groups()), c.findall('é1 bxcb'), c.split('é1 bxcb'), c.subn('<\g<0>>', 'é1 bxcb'), c.fullmatch('é1 bxcb') is None)
except re.error as e: print(223, e)
try:
    c = re.compile('(?:(?:c)+?){1,2}|$', 8)
    m = c.search('x._')
    print(224, m and (m.span(), m.groups()), c.findall('x._'), c.split('x._'), c.subn('<\g<0>>', 'x._'), c.fullmatch('x._') is None)
except re.error as e: print(224, e)
try:
    c = re.compile('((?:\\d){1,2})', 10)
    m = c.search('a')
    print(225, m and (m.span(), m.groups()), c.findall('a'), c.split('a'), c.subn('<\g<0>>', 'a'), c.fullmatch('a') is None)
except re.error as e: print(225, e)
try:
    c = re.compile('a(?!(\\s))', 256)
    m = c.search('ééc')
    print(226, m and (m.span(), m.groups()), c.findall('ééc'), c.split('ééc'), c.subn('<\g<0>>', 'ééc'), c.fullmatch('ééc') is None)
except re.error as e: print(226, e)
try:
    c = re.compile('\\b|$\\.(?:\\n)', 16)
    m = c.search('bxa')
    print(227, m and (m.span(), m.groups()), c.findall('bxa'), c.split('bxa'), c.subn('<\g<0>>', 'bxa'), c.fullmatch('bxa') is None)
except re.error as e: print(227, e)
try:
    c = re.compile('\\n(?:((?:é)+?))+?[\\w-]', 10)
    m = c.search('a\n\né. caa')
    print(228, m and (m.span(), m.groups()), c.findall('a\n\né. caa'), c.split('a\n\né. caa'), c.subn('<\g<0>>', 'a\n\né. caa'), c.fullmatch('a\n\né. caa') is None)
except re.error as e: print(228, e)
try:
    c = re.compile('\\.(?:\\w)*?\\d$', 0)
    m = c.search('acAc\n')
    print(229, m and (m.span(), m.groups()), c.findall('acAc\n'), c.split('acAc\n'), c.subn('<\g<0>>', 'acAc\n'), c.fullmatch('acAc\n') is None)
except re.error as e: print(229, e)
try:
    c = re.compile('(?:(?=$))+?\\W', 16)
    m = c.search('aAb\n')
    print(230, m and (m.span(), m.groups()), c.findall('aAb\n'), c.split('aAb\n'), c.subn('<\g<0>>', 'aAb\n'), c.fullmatch('aAb\n') is None)
except re.error as e: print(230, e)
try:
    c = re.compile('1', 8)
    m = c.search('xacxaa1_')
    print(231, m and (m.span(), m.groups()), c.findall('xacxaa1_'), c.split('xacxaa1_'), c.subn('<\g<0>>', 'xacxaa1_'), c.fullmatch('xacxaa1_') is None)
except re.error as e: print(231, e)
try:
    c = re.compile('[ab]^', 2)
    m = c.search('x1éé')
    print(232, m and (m.span(), m.groups()), c.findall('x1éé'), c.split('x1éé'), c.subn('<\g<0>>', 'x1éé'), c.fullmatch('x1éé') is None)
except re.error as e: print(232, e)
try:
    c = re.compile('[a-c]', 2)
    m = c.search('c')
    print(233, m and (m.span(), m.groups()), c.findall('c'), c.split('c'), c.subn('<\g<0>>', 'c'), c.fullmatch('c') is None)
except re.error as e: print(233, e)
try:
    c = re.compile('\\n\\s\\n', 16)
    m = c.search('11A')
    print(234, m and (m.span(), m.groups()), c.findall('11A'), c.split('11A'), c.subn('<\g<0>>', '11A'), c.fullmatch('11A') is None)
except re.error as e: print(234, e)
try:
    c = re.compile('^\\n(^)', 0)
    m = c.search(' x1Ab_a')
    print(235, m and (m.span(), m.groups()), c.findall(' x1Ab_a'), c.split(' x1Ab_a'), c.subn('<\g<0>>', ' x1Ab_a'), c.fullmatch(' x1Ab_a') is None)
except re.error as e: print(235, e)
try:
    c = re.compile('\\.\\W(^)é[^a](?:([a-c])){2}', 8)
    m = c.search('')
    print(236, m and (m.span(), m.groups()), c.findall(''), c.split(''), c.subn('<\g<0>>', ''), c.fullmatch('') is None)
except re.error as e: print(236, e)
try:
    c = re.compile('(?:$){2}(?:[^a])', 0)
    m = c.search('a._cxcc')
    print(237, m and (m.span(), m.groups()), c.findall('a._cxcc'), c.split('a._cxcc'), c.subn('<\g<0>>', 'a._cxcc'), c.fullmatch('a._cxcc') is None)
except re.error as e: print(237, e)
try:
    c = re.compile('(?:(?:é)|(?= ))(\\b)', 0)
    m = c.search('')
    print(238, m and (m.span(), m.groups()), c.findall(''), c.split(''), c.subn('<\g<0>>', ''), c.fullmatch('') is None)
except re.error as e: print(238, e)
try:
    c = re.compile('\\d', 0)
    m = c.search('_x_')
    print(239, m and (m.span(), m.groups()), c.findall('_x_'), c.split('_x_'), c.subn('<\g<0>>', '_x_'), c.fullmatch('_x_') is None)
except re.error as e: print(239, e)
try:
    c = re.compile('céx', 0)
    m = c.search('A')
    print(240, m and (m.span(), m.groups()), c.findall('A'), c.split('A'), c.subn('<\g<0>>', 'A'), c.fullmatch('A') is None)
except re.error as e: print(240, e)
try:
    c = re.compile('\\.', 8)
    m = c.search('')
    print(241, m and (m.span(), m.groups()), c.findall(''), c.split(''), c.subn('<\g<0>>', ''), c.fullmatch('') is None)
except re.error as e: print(241, e)
try:
    c = re.compile('\\.\\d\\d| |.é', 0)
    m = c.search('1a\n1a ')
    print(242, m and (m.span(), m.groups()), c.findall('1a\n1a '), c.split('1a\n1a '), c.subn('<\g<0>>', '1a\n1a '), c.fullmatch('1a\n1a ') is None)
except re.error as e: print(242, e)
try:
    c = re.compile('[\\w-](?!\\s[a-c])\\.', 16)
    m = c.search('abbbc.')
    print(243, m and (m.span(), m.groups()), c.findall('abbbc.'), c.split('abbbc.'), c.subn('<\g<0>>', 'abbbc.'), c.fullmatch('abbbc.') is None)
except re.error as e: print(243, e)
try:
    c = re.compile('\\wé\\d|(?:[ab])*? ', 0)
    m = c.search('')
    print(244, m and (m.span(), m.groups()), c.findall(''), c.split(''), c.subn('<\g<0>>', ''), c.fullmatch('') is None)
except re.error as e: print(244, e)
try:
    c = re.compile('(?:\\b(?:\\b))*[\\w-](\\.)', 8)
    m = c.search('b')
    print(245, m and (m.span(), m.groups()), c.findall('b'), c.split('b'), c.subn('<\g<0>>', 'b'), c.fullmatch('b') is None)
except re.error as e: print(245, e)
try:
    c = re.compile('([ab])\\.', 16)
    m = c.search('b.aax')
    print(246, m and (m.span(), m.groups()), c.findall('b.aax'), c.split('b.aax'), c.subn('<\g<0>>', 'b.aax'), c.fullmatch('b.aax') is None)
except re.error as e: print(246, e)
try:
    c = re.compile('(\\b)x(?:é)', 8)
    m = c.search('axb')
    print(247, m and (m.span(), m.groups()), c.findall('axb'), c.split('axb'), c.subn('<\g<0>>', 'axb'), c.fullmatch('axb') is None)
except re.error as e: print(247, e)
try:
    c = re.compile('([^a])(?:(?:.)+?){2}(?=((?:[ab]){1,2}))', 10)
    m = c.search('')
    print(248, m and (m.span(), m.groups()), c.findall(''), c.split(''), c.subn('<\g<0>>', ''), c.fullmatch('') is None)
except re.error as e: print(248, e)
try:
    c = re.compile('[^a]|(?:$)*', 8)
    m = c.search(' ')
    print(249, m and (m.span(), m.groups()), c.findall(' '), c.split(' '), c.subn('<\g<0>>', ' '), c.fullmatch(' ') is None)
except re.error as e: print(249, e)
try:
    c = re.compile(' ', 0)
    m = c.search(' _ é')
    print(250, m and (m.span(), m.groups()), c.findall(' _ é'), c.split(' _ é'), c.subn('<\g<0>>', ' _ é'), c.fullmatch(' _ é') is None)
except re.error as e: print(250, e)
try:
    c = re.compile('a((?!(\\d)))', 10)
    m = c.search('aAaxbc_')
    print(251, m and (m.span(), m.groups()), c.findall('aAaxbc_'), c.split('aAaxbc_'), c.subn('<\g<0>>', 'aAaxbc_'), c.fullmatch('aAaxbc_') is None)
except re.error as e: print(251, e)
try:
    c = re.compile('a', 2)
    m = c.search('a1A.bc.')
    print(252, m and (m.span(), m.groups()), c.findall('a1A.bc.'), c.split('a1A.bc.'), c.subn('<\g<0>>', 'a1A.bc.'), c.fullmatch('a1A.bc.') is None)
except re.error as e: print(252, e)
try:
    c = re.compile('[a-c](?:(^)){2}\\b', 2)
    m = c.search('é\nabb')
    print(253, m and (m.span(), m.groups()), c.findall('é\nabb'), c.split('é\nabb'), c.subn('<\g<0>>', 'é\nabb'), c.fullmatch('é\nabb') is None)
except re.error as e: print(253, e)
try:
    c = re.compile('\\b(^\\.(^))\\w', 10)
    m = c.search('cb1aA')
    print(254, m and (m.span(), m.groups()), c.findall('cb1aA'), c.split('cb1aA'), c.subn('<\g<0>>', 'cb1aA'), c.fullmatch('cb1aA') is None)
except re.error as e: print(254, e)
try:
    c = re.compile('(?:(?:\\.\\b){2})?', 2)
    m = c.search(' \naa bbx')
    print(255, m and (m.span(), m.groups()), c.findall(' \naa bbx'), c.split(' \naa bbx'), c.subn('<\g<0>>', ' \naa bbx'), c.fullmatch(' \naa bbx') is None)
except re.error as e: print(255, e)
try:
    c = re.compile('(?:(?:\\B))c1(?:(?=\\w)[^a])?', 8)
    m = c.search('.A\nAAba1')
    print(256, m and (m.span(), m.groups()), c.findall('.A\nAAba1'), c.split('.A\nAAba1'), c.subn('<\g<0>>', '.A\nAAba1'), c.fullmatch('.A\nAAba1') is None)
except re.error as e: print(256, e)
try:
    c = re.compile('(?:(\\s))+?', 0)
    m = c.search('b_')
    print(257, m and (m.span(), m.groups()), c.findall('b_'), c.split('b_'), c.subn('<\g<0>>', 'b_'), c.fullmatch('b_') is None)
except re.error as e: print(257, e)
try:
    c = re.compile('\\B(?: )', 2)
    m = c.search('bax\nb1 1')
    print(258, m and (m.span(), m.groups()), c.findall('bax\nb1 1'), c.split('bax\nb1 1'), c.subn('<\g<0>>', 'bax\nb1 1'), c.fullmatch('bax\nb1 1') is None)
except re.error as e: print(258, e)
try:
    c = re.compile('é\\b', 10)
    m = c.search('cxca é_é')
    print(259, m and (m.span(), m.groups()), c.findall('cxca é_é'), c.split('cxca é_é'), c.subn('<\g<0>>', 'cxca é_é'), c.fullmatch('cxca é_é') is None)
except re.error as e: print(259, e)
try:
    c = re.compile('[a-c](([^a]))', 2)
    m = c.search('\n. éa\n1xc')
    print(260, m and (m.span(), m.groups()), c.findall('\n. éa\n1xc'), c.split('\n. éa\n1xc'), c.subn('<\g<0>>', '\n. éa\n1xc'), c.fullmatch('\n. éa\n1xc') is None)
except re.error as e: print(260, e)
try:
    c = re.compile('(\\w)', 0)
    m = c.search('c_x')
    print(261, m and (m.span(), m.groups()), c.findall('c_x'), c.split('c_x'), c.subn('<\g<0>>', 'c_x'), c.fullmatch('c_x') is None)
except re.error as e: print(261, e)
try:
    c = re.compile('aa(?:([^a]))??|1', 256)
    m = c.search('_bA')
    print(262, m and (m.span(), m.groups()), c.findall('_bA'), c.split('_bA'), c.subn('<\g<0>>', '_bA'), c.fullmatch('_bA') is None)
except re.error as e: print(262, e)
try:
    c = re.compile('x\\w|c\\bc\\.(\\B)', 256)
    m = c.search('é1 \ncbx_ ')
    print(263, m and (m.span(), m.groups()), c.findall('é1 \ncbx_ '), c.split('é1 \ncbx_ '), c.subn('<\g<0>>', 'é1 \ncbx_ '), c.fullmatch('é1 \ncbx_ ') is None)
except re.error as e: print(263, e)
try:
    c = re.compile('(?:( ))x(?:cb){1,2}(?:\\w$.)*?', 0)
    m = c.search('1_x')
    print(264, m and (m.span(), m.groups()), c.findall('1_x'), c.split('1_x'), c.subn('<\g<0>>', '1_x'), c.fullmatch('1_x') is None)
except re.error as e: print(264, e)
try:
    c = re.compile('\\B', 0)
    m = c.search('éabx _\n')
    print(265, m and (m.span(), m.groups()), c.findall('éabx _\n'), c.split('éabx _\n'), c.subn('<\g<0>>', 'éabx _\n'), c.fullmatch('éabx _\n') is None)
except re.error as e: print(265, e)
try:
    c = re.compile('\\B(?:^){2}(\\W)é', 0)
    m = c.search('xé.xé_')
    print(266, m and (m.span(), m.groups()), c.findall('xé.xé_'), c.split('xé.xé_'), c.subn('<\g<0>>', 'xé.xé_'), c.fullmatch('xé.xé_') is None)
except re.error as e: print(266, e)
try:
    c = re.compile('1\\b\\d', 256)
    m = c.search('b')
    print(267, m and (m.span(), m.groups()), c.findall('b'), c.split('b'), c.subn('<\g<0>>', 'b'), c.fullmatch('b') is None)
except re.error as e: print(267, e)
try:
    c = re.compile('([ab]|[ab])(\\w)(?:\\.|[a-c]|(?:\\W){1,2})', 256)
    m = c.search(' \n bc\nb')
    print(268, m and (m.span(), m.groups()), c.findall(' \n bc\nb'), c.split(' \n bc\nb'), c.subn('<\g<0>>', ' \n bc\nb'), c.fullmatch(' \n bc\nb') is None)
except re.error as e: print(268, e)
try:
    c = re.compile('^', 10)
    m = c.search('b\nAa.éaa')
    print(269, m and (m.span(), m.groups()), c.findall('b\nAa.éaa'), c.split('b\nAa.éaa'), c.subn('<\g<0>>', 'b\nAa.éaa'), c.fullmatch('b\nAa.éaa') is None)
except re.error as e: print(269, e)
try:
    c = re.compile('x[a-c]', 256)
    m = c.search('c_cabé')
    print(270, m and (m.span(), m.groups()), c.findall('c_cabé'), c.split('c_cabé'), c.subn('<\g<0>>', 'c_cabé'), c.fullmatch('c_cabé') is None)
except re.error as e: print(270, e)
try:
    c = re.compile('(?:(?!.))*\\n(?:\\n(?:[\\w-]))*?', 16)
    m = c.search('\nbébc1\né')
    print(271, m and (m.span(), m.groups()), c.findall('\nbébc1\né'), c.split('\nbébc1\né'), c.subn('<\g<0>>', '\nbébc1\né'), c.fullmatch('\nbébc1\né') is None)
except re.error as e: print(271, e)
try:
    c = re.compile('(?:1){1,2}(?:\\s)??(?:^)??x^|(\\bc)', 256)
    m = c.search('1baa')
    print(272, m and (m.span(), m.groups()), c.findall('1baa'), c.split('1baa'), c.subn('<\g<0>>', '1baa'), c.fullmatch('1baa') is None)
except re.error as e: print(272, e)
try:
    c = re.compile('\\n', 10)
    m = c.search('1éxbé.ac.')
    print(273, m and (m.span(), m.groups()), c.findall('1éxbé.ac.'), c.split('1éxbé.ac.'), c.subn('<\g<0>>', '1éxbé.ac.'), c.fullmatch('1éxbé.ac.') is None)
except re.error as e: print(273, e)
try:
    c = re.compile('(?:x){2} \\.', 256)
    m = c.search('b')
    print(274, m and (m.span(), m.groups()), c.findall('b'), c.split('b'), c.subn('<\g<0>>', 'b'), c.fullmatch('b') is None)
except re.error as e: print(274, e)
try:
    c = re.compile('(?:[a-c])??\\.|x[^a]^', 0)
    m = c.search('.é_')
    print(275, m and (m.span(), m.groups()), c.findall('.é_'), c.split('.é_'), c.subn('<\g<0>>', '.é_'), c.fullmatch('.é_') is None)
except re.error as e: print(275, e)
try:
    c = re.compile('(?!(?:x))', 2)
    m = c.search('.1 ac.Aa ')
    print(276, m and (m.span(), m.groups()), c.findall('.1 ac.Aa '), c.split('.1 ac.Aa '), c.subn('<\g<0>>', '.1 ac.Aa '), c.fullmatch('.1 ac.Aa ') is None)
except re.error as e: print(276, e)
try:
    c = re.compile('é(?:(1))', 10)
    m = c.search('Aaaac')
    print(277, m and (m.span(), m.groups()), c.findall('Aaaac'), c.split('Aaaac'), c.subn('<\g<0>>', 'Aaaac'), c.fullmatch('Aaaac') is None)
except re.error as e: print(277, e)
try:
    c = re.compile('c', 10)
    m = c.search('')
    print(278, m and (m.span(), m.groups()), c.findall(''), c.split(''), c.subn('<\g<0>>', ''), c.fullmatch('') is None)
except re.error as e: print(278, e)
try:
    c = re.compile('[a-c](?:[ab])', 10)
    m = c.search('b_a1\na ')
    print(279, m and (m.span(), m.groups()), c.findall('b_a1\na '), c.split('b_a1\na '), c.subn('<\g<0>>', 'b_a1\na '), c.fullmatch('b_a1\na ') is None)
except re.error as e: print(279, e)
try:
    c = re.compile('((?:\\w)+?)^\\b(\\w)', 0)
    m = c.search('x x_axé.')
    print(280, m and (m.span(), m.groups()), c.findall('x x_axé.'), c.split('x x_axé.'), c.subn('<\g<0>>', 'x x_axé.'), c.fullmatch('x x_axé.') is None)
except re.error as e: print(280, e)
try:
    c = re.compile('(c)\\.', 16)
    m = c.search('Ax')
    print(281, m and (m.span(), m.groups()), c.findall('Ax'), c.split('Ax'), c.subn('<\g<0>>', 'Ax'), c.fullmatch('Ax') is None)
except re.error as e: print(281, e)
try:
    c = re.compile('(?:(?:[\\w-]){1,2}|(?:x)*)+', 256)
    m = c.search('Acba')
    print(282, m and (m.span(), m.groups()), c.findall('Acba'), c.split('Acba'), c.subn('<\g<0>>', 'Acba'), c.fullmatch('Acba') is None)
except re.error as e: print(282, e)
try:
    c = re.compile('((\\b))', 0)
    m = c.search('_1.aa')
    print(283, m and (m.span(), m.groups()), c.findall('_1.aa'), c.split('_1.aa'), c.subn('<\g<0>>', '_1.aa'), c.fullmatch('_1.aa') is None)
except re.error as e: print(283, e)
try:
    c = re.compile('[\\w-]\\B|\\B|\\naa', 256)
    m = c.search('')
    print(284, m and (m.span(), m.groups()), c.findall(''), c.split(''), c.subn('<\g<0>>', ''), c.fullmatch('') is None)
except re.error as e: print(284, e)
try:
    c = re.compile('\\b', 16)
    m = c.search('.c1bAxb ')
    print(285, m and (m.span(), m.groups()), c.findall('.c1bAxb '), c.split('.c1bAxb '), c.subn('<\g<0>>', '.c1bAxb '), c.fullmatch('.c1bAxb ') is None)
except re.error as e: print(285, e)
try:
    c = re.compile('(?=\\d|(\\w))', 10)
    m = c.search('éaaa')
    print(286, m and (m.span(), m.groups()), c.findall('éaaa'), c.split('éaaa'), c.subn('<\g<0>>', 'éaaa'), c.fullmatch('éaaa') is None)
except re.error as e: print(286, e)
try:
    c = re.compile('((?:(?:\\w))*?)[a-c]', 0)
    m = c.search('b')
    print(287, m and (m.span(), m.groups()), c.findall('b'), c.split('b'), c.subn('<\g<0>>', 'b'), c.fullmatch('b') is None)
except re.error as e: print(287, e)
try:
    c = re.compile('(?:(\\B\\s)){1,2}', 0)
    m = c.search('a1xb')
    print(288, m and (m.span(), m.groups()), c.findall('a1xb'), c.split('a1xb'), c.subn('<\g<0>>', 'a1xb'), c.fullmatch('a1xb') is None)
except re.error as e: print(288, e)
try:
    c = re.compile('a[^a](.)', 0)
    m = c.search('bx_bx_éA')
    print(289, m and (m.span(), m.groups()), c.findall('bx_bx_éA'), c.split('bx_bx_éA'), c.subn('<\g<0>>', 'bx_bx_éA'), c.fullmatch('bx_bx_éA') is None)
except re.error as e: print(289, e)
try:
    c = re.compile('((?:^))\\s', 0)
    m = c.search('b')
    print(290, m and (m.span(), m.groups()), c.findall('b'), c.split('b'), c.subn('<\g<0>>', 'b'), c.fullmatch('b') is None)
except re.error as e: print(290, e)
try:
    c = re.compile('^(?:a){2}|(\\.)(?:\\.[a-c] )+', 0)
    m = c.search('.c.Ac')
    print(291, m and (m.span(), m.groups()), c.findall('.c.Ac'), c.split('.c.Ac'), c.subn('<\g<0>>', '.c.Ac'), c.fullmatch('.c.Ac') is None)
except re.error as e: print(291, e)
try:
    c = re.compile('x.', 0)
    m = c.search('aaa\n ')
    print(292, m and (m.span(), m.groups()), c.findall('aaa\n '), c.split('aaa\n '), c.subn('<\g<0>>', 'aaa\n '), c.fullmatch('aaa\n ') is None)
except re.error as e: print(292, e)
try:
    c = re.compile('(?:[\\w-]|[a-c])[ab]', 10)
    m = c.search('')
    print(293, m and (m.span(), m.groups()), c.findall(''), c.split(''), c.subn('<\g<0>>', ''), c.fullmatch('') is None)
except re.error as e: print(293, e)
try:
    c = re.compile('(?:[a-c])(?:\\W1){1,2}xa', 10)
    m = c.search('')
    print(294, m and (m.span(), m.groups()), c.findall(''), c.split(''), c.subn('<\g<0>>', ''), c.fullmatch('') is None)
except re.error as e: print(294, e)
try:
    c = re.compile('(x$)', 0)
    m = c.search('\nx x\nca.')
    print(295, m and (m.span(), m.groups()), c.findall('\nx x\nca.'), c.split('\nx x\nca.'), c.subn('<\g<0>>', '\nx x\nca.'), c.fullmatch('\nx x\nca.') is None)
except re.error as e: print(295, e)
try:
    c = re.compile('^x\\B[a-c]', 0)
    m = c.search('_ a')
    print(296, m and (m.span(), m.groups()), c.findall('_ a'), c.split('_ a'), c.subn('<\g<0>>', '_ a'), c.fullmatch('_ a') is None)
except re.error as e: print(296, e)
try:
    c = re.compile('(?=(?:1){1,2}(?!c))(?:$)+', 10)
    m = c.search('bcb.\n')
    print(297, m and (m.span(), m.groups()), c.findall('bcb.\n'), c.split('bcb.\n'), c.subn('<\g<0>>', 'bcb.\n'), c.fullmatch('bcb.\n') is None)
except re.error as e: print(297, e)
try:
    c = re.compile('(?: |$|.)(?:^)', 8)
    m = c.search('b_\n\nA')
    print(298, m and (m.span(), m.groups()), c.findall('b_\n\nA'), c.split('b_\n\nA'), c.subn('<\g<0>>', 'b_\n\nA'), c.fullmatch('b_\n\nA') is None)
except re.error as e: print(298, e)
try:
    c = re.compile('\\W', 2)
    m = c.search('\nb')
    print(299, m and (m.span(), m.groups()), c.findall('\nb'), c.split('\nb'), c.subn('<\g<0>>', '\nb'), c.fullmatch('\nb') is None)
except re.error as e: print(299, e)
try:
    c = re.compile('(?:(?:\\.)+)(a)', 256)
    m = c.search('.b.b')
    print(300, m and (m.span(), m.groups()), c.findall('.b.b'), c.split('.b.b'), c.subn('<\g<0>>', '.b.b'), c.fullmatch('.b.b') is None)
except re.error as e: print(300, e)
try:
    c = re.compile('\\B|. x', 0)
    m = c.search('x\n')
    print(301, m and (m.span(), m.groups()), c.findall('x\n'), c.split('x\n'), c.subn('<\g<0>>', 'x\n'), c.fullmatch('x\n') is None)
except re.error as e: print(301, e)
try:
    c = re.compile('\\n(\\s)', 0)
    m = c.search('. ac c1 .')
    print(302, m and (m.span(), m.groups()), c.findall('. ac c1 .'), c.split('. ac c1 .'), c.subn('<\g<0>>', '. ac c1 .'), c.fullmatch('. ac c1 .') is None)
except re.error as e: print(302, e)
try:
    c = re.compile('b', 16)
    m = c.search('bba é 1')
    print(303, m and (m.span(), m.groups()), c.findall('bba é 1'), c.split('bba é 1'), c.subn('<\g<0>>', 'bba é 1'), c.fullmatch('bba é 1') is None)
except re.error as e: print(303, e)
try:
    c = re.compile('b\\.\\s((?:\\w|[a-c]))', 0)
    m = c.search('céc_ 1')
    print(304, m and (m.span(), m.groups()), c.findall('céc_ 1'), c.split('céc_ 1'), c.subn('<\g<0>>', 'céc_ 1'), c.fullmatch('céc_ 1') is None)
except re.error as e: print(304, e)
try:
    c = re.compile('(?:(?:[\\w-]){1,2}){2}', 0)
    m = c.search('xc.bx')
    print(305, m and (m.span(), m.groups()), c.findall('xc.bx'), c.split('xc.bx'), c.subn('<\g<0>>', 'xc.bx'), c.fullmatch('xc.bx') is None)
except re.error as e: print(305, e)
try:
    c = re.compile('é', 0)
    m = c.search('')
    print(306, m and (m.span(), m.groups()), c.findall(''), c.split(''), c.subn('<\g<0>>', ''), c.fullmatch('') is None)
except re.error as e: print(306, e)
try:
    c = re.compile('(?:[^a](?:1)+?)+$', 8)
    m = c.search('bb.bA')
    print(307, m and (m.span(), m.groups()), c.findall('bb.bA'), c.split('bb.bA'), c.subn('<\g<0>>', 'bb.bA'), c.fullmatch('bb.bA') is None)
except re.error as e: print(307, e)
try:
    c = re.compile('\\B|([\\w-])\\wé1', 8)
    m = c.search('_aéa')
    print(308, m and (m.span(), m.groups()), c.findall('_aéa'), c.split('_aéa'), c.subn('<\g<0>>', '_aéa'), c.fullmatch('_aéa') is None)
except re.error as e: print(308, e)
try:
    c = re.compile('\\W|((?:1)+)a', 256)
    m = c.search('Aéx')
    print(309, m and (m.span(), m.groups()), c.findall('Aéx'), c.split('Aéx'), c.subn('<\g<0>>', 'Aéx'), c.fullmatch('Aéx') is None)
except re.error as e: print(309, e)
try:
    c = re.compile('(?=x)(?:\\s)', 10)
    m = c.search('bc')
    print(310, m and (m.span(), m.groups()), c.findall('bc'), c.split('bc'), c.subn('<\g<0>>', 'bc'), c.fullmatch('bc') is None)
except re.error as e: print(310, e)
try:
    c = re.compile('(?!$)(?: )?\\n', 16)
    m = c.search('Ac1')
    print(311, m and (m.span(), m.groups()), c.findall('Ac1'), c.split('Ac1'), c.subn('<\g<0>>', 'Ac1'), c.fullmatch('Ac1') is None)
except re.error as e: print(311, e)
try:
    c = re.compile('(?:((?:x)+))', 256)
    m = c.search('xaé_xc\n')
    print(312, m and (m.span(), m.groups()), c.findall('xaé_xc\n'), c.split('xaé_xc\n'), c.subn('<\g<0>>', 'xaé_xc\n'), c.fullmatch('xaé_xc\n') is None)
except re.error as e: print(312, e)
try:
    c = re.compile('[a-c]\\Wb', 0)
    m = c.search('\n')
    print(313, m and (m.span(), m.groups()), c.findall('\n'), c.split('\n'), c.subn('<\g<0>>', '\n'), c.fullmatch('\n') is None)
except re.error as e: print(313, e)
try:
    c = re.compile('(x)(?:(?:(?:[^a])+?){1,2})?1', 0)
    m = c.search('ééc.')
    print(314, m and (m.span(), m.groups()), c.findall('ééc.'), c.split('ééc.'), c.subn('<\g<0>>', 'ééc.'), c.fullmatch('ééc.') is None)
except re.error as e: print(314, e)
try:
    c = re.compile('(?:[^a])', 0)
    m = c.search(' ')
    print(315, m and (m.span(), m.groups()), c.findall(' '), c.split(' '), c.subn('<\g<0>>', ' '), c.fullmatch(' ') is None)
except re.error as e: print(315, e)
try:
    c = re.compile('[^a]|\\.((?:\\s.))1', 8)
    m = c.search('aé\nb\n_\né')
    print(316, m and (m.span(), m.groups()), c.findall('aé\nb\n_\né'), c.split('aé\nb\n_\né'), c.subn('<\g<0>>', 'aé\nb\n_\né'), c.fullmatch('aé\nb\n_\né') is None)
except re.error as e: print(316, e)
try:
    c = re.compile('$|.', 0)
    m = c.search('bx c.Aaaa')
    print(317, m and (m.span(), m.groups()), c.findall('bx c.Aaaa'), c.split('bx c.Aaaa'), c.subn('<\g<0>>', 'bx c.Aaaa'), c.fullmatch('bx c.Aaaa') is None)
except re.error as e: print(317, e)
try:
    c = re.compile('(?:(?!\\B))+(?:[^a]\\b|(\\d))', 16)
    m = c.search('Aa.')
    print(318, m and (m.span(), m.groups()), c.findall('Aa.'), c.split('Aa.'), c.subn('<\g<0>>', 'Aa.'), c.fullmatch('Aa.') is None)
except re.error as e: print(318, e)
try:
    c = re.compile('x(?:é\\B)*?$(\\W)\\n', 256)
    m = c.search('b_bx\n\na_')
    print(319, m and (m.span(), m.groups()), c.findall('b_bx\n\na_'), c.split('b_bx\n\na_'), c.subn('<\g<0>>', 'b_bx\n\na_'), c.fullmatch('b_bx\n\na_') is None)
except re.error as e: print(319, e)
try:
    c = re.compile('(?:\\b[\\w-](?:.))*[\\w-]', 0)
    m = c.search(' 1bb_')
    print(320, m and (m.span(), m.groups()), c.findall(' 1bb_'), c.split(' 1bb_'), c.subn('<\g<0>>', ' 1bb_'), c.fullmatch(' 1bb_') is None)
except re.error as e: print(320, e)
try:
    c = re.compile('. ', 10)
    m = c.search('')
    print(321, m and (m.span(), m.groups()), c.findall(''), c.split(''), c.subn('<\g<0>>', ''), c.fullmatch('') is None)
except re.error as e: print(321, e)
try:
    c = re.compile('1|$|éb. ', 10)
    m = c.search('c_1')
    print(322, m and (m.span(), m.groups()), c.findall('c_1'), c.split('c_1'), c.subn('<\g<0>>', 'c_1'), c.fullmatch('c_1') is None)
except re.error as e: print(322, e)
try:
    c = re.compile('(?=x)(?:([a-c]))??|(?:$|\\B)*', 0)
    m = c.search('1.xaé')
    print(323, m and (m.span(), m.groups()), c.findall('1.xaé'), c.split('1.xaé'), c.subn('<\g<0>>', '1.xaé'), c.fullmatch('1.xaé') is None)
except re.error as e: print(323, e)
try:
    c = re.compile('\\.\\d', 0)
    m = c.search('a1A')
    print(324, m and (m.span(), m.groups()), c.findall('a1A'), c.split('a1A'), c.subn('<\g<0>>', 'a1A'), c.fullmatch('a1A') is None)
except re.error as e: print(324, e)
try:
    c = re.compile('1é(?!(a)[\\w-][^a])', 0)
    m = c.search('  a.xéa.x')
    print(325, m and (m.span(), m.groups()), c.findall('  a.xéa.x'), c.split('  a.xéa.x'), c.subn('<\g<0>>', '  a.xéa.x'), c.fullmatch('  a.xéa.x') is None)
except re.error as e: print(325, e)
try:
    c = re.compile('\\n|\\s', 8)
    m = c.search('.')
    print(326, m and (m.span(), m.groups()), c.findall('.'), c.split('.'), c.subn('<\g<0>>', '.'), c.fullmatch('.') is None)
except re.error as e: print(326, e)
try:
    c = re.compile('((?:\\b|[ab])*?)\\W', 0)
    m = c.search('x.A1x')
    print(327, m and (m.span(), m.groups()), c.findall('x.A1x'), c.split('x.A1x'), c.subn('<\g<0>>', 'x.A1x'), c.fullmatch('x.A1x') is None)
except re.error as e: print(327, e)
try:
    c = re.compile('1x(c)(?:[a-c]){2}', 2)
    m = c.search('')
    print(328, m and (m.span(), m.groups()), c.findall(''), c.split(''), c.subn('<\g<0>>', ''), c.fullmatch('') is None)
except re.error as e: print(328, e)
try:
    c = re.compile('\\W\\n\\w[ab]|\\ba|\\b\\b', 2)
    m = c.search('.aAb\nx')
    print(329, m and (m.span(), m.groups()), c.findall('.aAb\nx'), c.split('.aAb\nx'), c.subn('<\g<0>>', '.aAb\nx'), c.fullmatch('.aAb\nx') is None)
except re.error as e: print(329, e)
try:
    c = re.compile('[^a]c', 2)
    m = c.search('cxé\n')
    print(330, m and (m.span(), m.groups()), c.findall('cxé\n'), c.split('cxé\n'), c.subn('<\g<0>>', 'cxé\n'), c.fullmatch('cxé\n') is None)
except re.error as e: print(330, e)
try:
    c = re.compile('(é)|(?:[ab])*\\B(?:\\d[a-c])', 0)
    m = c.search('b___')
    print(331, m and (m.span(), m.groups()), c.findall('b___'), c.split('b___'), c.subn('<\g<0>>', 'b___'), c.fullmatch('b___') is None)
except re.error as e: print(331, e)
try:
    c = re.compile('\\s(?:(?:1x))\\s', 0)
    m = c.search('\na')
    print(332, m and (m.span(), m.groups()), c.findall('\na'), c.split('\na'), c.subn('<\g<0>>', '\na'), c.fullmatch('\na') is None)
except re.error as e: print(332, e)
try:
    c = re.compile('^(?=é)', 8)
    m = c.search('.1_')
    print(333, m and (m.span(), m.groups()), c.findall('.1_'), c.split('.1_'), c.subn('<\g<0>>', '.1_'), c.fullmatch('.1_') is None)
except re.error as e: print(333, e)
try:
    c = re.compile('^(\\W)', 256)
    m = c.search('1.b_c')
    print(334, m and (m.span(), m.groups()), c.findall('1.b_c'), c.split('1.b_c'), c.subn('<\g<0>>', '1.b_c'), c.fullmatch('1.b_c') is None)
except re.error as e: print(334, e)
try:
    c = re.compile('.', 0)
    m = c.search('a.')
    print(335, m and (m.span(), m.groups()), c.findall('a.'), c.split('a.'), c.subn('<\g<0>>', 'a.'), c.fullmatch('a.') is None)
except re.error as e: print(335, e)
try:
    c = re.compile('(?:\\w)?(?:(?:\\b|1)??)+?', 2)
    m = c.search('')
    print(336, m and (m.span(), m.groups()), c.findall(''), c.split(''), c.subn('<\g<0>>', ''), c.fullmatch('') is None)
except re.error as e: print(336, e)
try:
    c = re.compile('[a-c]ca', 0)
    m = c.search('_b abA')
    print(337, m and (m.span(), m.groups()), c.findall('_b abA'), c.split('_b abA'), c.subn('<\g<0>>', '_b abA'), c.fullmatch('_b abA') is None)
except re.error as e: print(337, e)
try:
    c = re.compile('\\nc(?:(?:\\b)*?)*?xa\\d', 8)
    m = c.search('\n_axAb é')
    print(338, m and (m.span(), m.groups()), c.findall('\n_axAb é'), c.split('\n_axAb é'), c.subn('<\g<0>>', '\n_axAb é'), c.fullmatch('\n_axAb é') is None)
except re.error as e: print(338, e)
try:
    c = re.compile('\\d (?=1)', 10)
    m = c.search('')
    print(339, m and (m.span(), m.groups()), c.findall(''), c.split(''), c.subn('<\g<0>>', ''), c.fullmatch('') is None)
except re.error as e: print(339, e)
try:
    c = re.compile('(?:(?:1)??|(\\d))[ab]1', 10)
    m = c.search('1aa\n x.b')
    print(340, m and (m.span(), m.groups()), c.findall('1aa\n x.b'), c.split('1aa\n x.b'), c.subn('<\g<0>>', '1aa\n x.b'), c.fullmatch('1aa\n x.b') is None)
except re.error as e: print(340, e)
try:
    c = re.compile('(?=\\s)[ab](?:(x))??|(?=([ab]))', 2)
    m = c.search('x\nA é')
    print(341, m and (m.span(), m.groups()), c.findall('x\nA é'), c.split('x\nA é'), c.subn('<\g<0>>', 'x\nA é'), c.fullmatch('x\nA é') is None)
except re.error as e: print(341, e)
try:
    c = re.compile('((.)[^a])(b)(?:[a-c])(?:\\d)*$', 256)
    m = c.search('bcé1é')
    print(342, m and (m.span(), m.groups()), c.findall('bcé1é'), c.split('bcé1é'), c.subn('<\g<0>>', 'bcé1é'), c.fullmatch('bcé1é') is None)
except re.error as e: print(342, e)
try:
    c = re.compile('((\\n)[\\w-])\\d[ab]', 16)
    m = c.search('')
    print(343, m and (m.span(), m.groups()), c.findall(''), c.split(''), c.subn('<\g<0>>', ''), c.fullmatch('') is None)
except re.error as e: print(343, e)
try:
    c = re.compile('(((?:\\d){1,2}))', 256)
    m = c.search('ba _')
    print(344, m and (m.span(), m.groups()), c.findall('ba _'), c.split('ba _'), c.subn('<\g<0>>', 'ba _'), c.fullmatch('ba _') is None)
except re.error as e: print(344, e)
try:
    c = re.compile('(?:1)??|(?:\\n){2}[\\w-]|([a-c])', 10)
    m = c.search('éb.Abb')
    print(345, m and (m.span(), m.groups()), c.findall('éb.Abb'), c.split('éb.Abb'), c.subn('<\g<0>>', 'éb.Abb'), c.fullmatch('éb.Abb') is None)
except re.error as e: print(345, e)
try:
    c = re.compile('(?:é)(?: )(?:$)(?:^)*', 8)
    m = c.search('')
    print(346, m and (m.span(), m.groups()), c.findall(''), c.split(''), c.subn('<\g<0>>', ''), c.fullmatch('') is None)
except re.error as e: print(346, e)
try:
    c = re.compile('(?:1)(?:(?:x){1,2}){1,2}', 0)
    m = c.search('\n  ')
    print(347, m and (m.span(), m.groups()), c.findall('\n  '), c.split('\n  '), c.subn('<\g<0>>', '\n  '), c.fullmatch('\n  ') is None)
except re.error as e: print(347, e)
try:
    c = re.compile('.$[ab](é)', 256)
    m = c.search('.Aéx\n')
    print(348, m and (m.span(), m.groups()), c.findall('.Aéx\n'), c.split('.Aéx\n'), c.subn('<\g<0>>', '.Aéx\n'), c.fullmatch('.Aéx\n') is None)
except re.error as e: print(348, e)
try:
    c = re.compile('.', 8)
    m = c.search('1')
    print(349, m and (m.span(), m.groups()), c.findall('1'), c.split('1'), c.subn('<\g<0>>', '1'), c.fullmatch('1') is None)
except re.error as e: print(349, e)
try:
    c = re.compile('b1|é|\\n\\n', 0)
    m = c.search('xa ')
    print(350, m and (m.span(), m.groups()), c.findall('xa '), c.split('xa '), c.subn('<\g<0>>', 'xa '), c.fullmatch('xa ') is None)
except re.error as e: print(350, e)
try:
    c = re.compile('(?![ab])', 10)
    m = c.search('1')
    print(351, m and (m.span(), m.groups()), c.findall('1'), c.split('1'), c.subn('<\g<0>>', '1'), c.fullmatch('1') is None)
except re.error as e: print(351, e)
try:
    c = re.compile('(?:\\d)*?\\d$\\n', 0)
    m = c.search('')
    print(352, m and (m.span(), m.groups()), c.findall(''), c.split(''), c.subn('<\g<0>>', ''), c.fullmatch('') is None)
except re.error as e: print(352, e)
try:
    c = re.compile('[^a][\\w-]', 0)
    m = c.search('')
    print(353, m and (m.span(), m.groups()), c.findall(''), c.split(''), c.subn('<\g<0>>', ''), c.fullmatch('') is None)
except re.error as e: print(353, e)
try:
    c = re.compile('(?:\\b(?: ))^|x|\\n\\B$', 256)
    m = c.search('.1_b')
    print(354, m and (m.span(), m.groups()), c.findall('.1_b'), c.split('.1_b'), c.subn('<\g<0>>', '.1_b'), c.fullmatch('.1_b') is None)
except re.error as e: print(354, e)
try:
    c = re.compile('(?!^ \\B)\\b((?:[a-c])+)', 0)
    m = c.search('é1\nb1 ')
    print(355, m and (m.span(), m.groups()), c.findall('é1\nb1 '), c.split('é1\nb1 '), c.subn('<\g<0>>', 'é1\nb1 '), c.fullmatch('é1\nb1 ') is None)
except re.error as e: print(355, e)
try:
    c = re.compile('b', 8)
    m = c.search(' .\n')
    print(356, m and (m.span(), m.groups()), c.findall(' .\n'), c.split(' .\n'), c.subn('<\g<0>>', ' .\n'), c.fullmatch(' .\n') is None)
except re.error as e: print(356, e)
try:
    c = re.compile('(?=[a-c])(?:(?:(?:x)){1,2})', 16)
    m = c.search('a1éébAAab')
    print(357, m and (m.span(), m.groups()), c.findall('a1éébAAab'), c.split('a1éébAAab'), c.subn('<\g<0>>', 'a1éébAAab'), c.fullmatch('a1éébAAab') is None)
except re.error as e: print(357, e)
try:
    c = re.compile('(b)[a-c]é|\\d(?:(x))?[\\w-]((\\B))', 2)
    m = c.search('_1c')
    print(358, m and (m.span(), m.groups()), c.findall('_1c'), c.split('_1c'), c.subn('<\g<0>>', '_1c'), c.fullmatch('_1c') is None)
except re.error as e: print(358, e)
try:
    c = re.compile('((?:[\\w-])+?|(a))', 2)
    m = c.search('_ \né\n1bA')
    print(359, m and (m.span(), m.groups()), c.findall('_ \né\n1bA'), c.split('_ \né\n1bA'), c.subn('<\g<0>>', '_ \né\n1bA'), c.fullmatch('_ \né\n1bA') is None)
except re.error as e: print(359, e)
try:
    c = re.compile('\\b', 256)
    m = c.search('.xaéac')
    print(360, m and (m.span(), m.groups()), c.findall('.xaéac'), c.split('.xaéac'), c.subn('<\g<0>>', '.xaéac'), c.fullmatch('.xaéac') is None)
except re.error as e: print(360, e)
try:
    c = re.compile('(?:\\B)??\\d$', 8)
    m = c.search('Aa__a')
    print(361, m and (m.span(), m.groups()), c.findall('Aa__a'), c.split('Aa__a'), c.subn('<\g<0>>', 'Aa__a'), c.fullmatch('Aa__a') is None)
except re.error as e: print(361, e)
try:
    c = re.compile('(?:c)+|[\\w-]|c', 10)
    m = c.search('abé11.aéa')
    print(362, m and (m.span(), m.groups()), c.findall('abé11.aéa'), c.split('abé11.aéa'), c.subn('<\g<0>>', 'abé11.aéa'), c.fullmatch('abé11.aéa') is None)
except re.error as e: print(362, e)
try:
    c = re.compile('$', 0)
    m = c.search('\ncabé')
    print(363, m and (m.span(), m.groups()), c.findall('\ncabé'), c.split('\ncabé'), c.subn('<\g<0>>', '\ncabé'), c.fullmatch('\ncabé') is None)
except re.error as e: print(363, e)
try:
    c = re.compile('x1x', 16)
    m = c.search('b.b_x')
    print(364, m and (m.span(), m.groups()), c.findall('b.b_x'), c.split('b.b_x'), c.subn('<\g<0>>', 'b.b_x'), c.fullmatch('b.b_x') is None)
except re.error as e: print(364, e)
try:
    c = re.compile('  x', 256)
    m = c.search('cacéc1')
    print(365, m and (m.span(), m.groups()), c.findall('cacéc1'), c.split('cacéc1'), c.subn('<\g<0>>', 'cacéc1'), c.fullmatch('cacéc1') is None)
except re.error as e: print(365, e)
try:
    c = re.compile('\\s\\sc', 10)
    m = c.search('')
    print(366, m and (m.span(), m.groups()), c.findall(''), c.split(''), c.subn('<\g<0>>', ''), c.fullmatch('') is None)
except re.error as e: print(366, e)
try:
    c = re.compile('\\d\\s(é)', 0)
    m = c.search('xxbx ')
    print(367, m and (m.span(), m.groups()), c.findall('xxbx '), c.split('xxbx '), c.subn('<\g<0>>', 'xxbx '), c.fullmatch('xxbx ') is None)
except re.error as e: print(367, e)
try:
    c = re.compile(' |\\W(?:[ab])*?', 0)
    m = c.search('.\nb1\né\né')
    print(368, m and (m.span(), m.groups()), c.findall('.\nb1\né\né'), c.split('.\nb1\né\né'), c.subn('<\g<0>>', '.\nb1\né\né'), c.fullmatch('.\nb1\né\né') is None)
except re.error as e: print(368, e)
try:
    c = re.compile('1', 0)
    m = c.search('cbxé.x')
    print(369, m and (m.span(), m.groups()), c.findall('cbxé.x'), c.split('cbxé.x'), c.subn('<\g<0>>', 'cbxé.x'), c.fullmatch('cbxé.x') is None)
except re.error as e: print(369, e)
try:
    c = re.compile('x^.\\b', 16)
    m = c.search('\naxé_cbaa')
    print(370, m and (m.span(), m.groups()), c.findall('\naxé_cbaa'), c.split('\naxé_cbaa'), c.subn('<\g<0>>', '\naxé_cbaa'), c.fullmatch('\naxé_cbaa') is None)
except re.error as e: print(370, e)
try:
    c = re.compile('(\\d)', 8)
    m = c.search('bc')
    print(371, m and (m.span(), m.groups()), c.findall('bc'), c.split('bc'), c.subn('<\g<0>>', 'bc'), c.fullmatch('bc') is None)
except re.error as e: print(371, e)
try:
    c = re.compile('\\n(?:$){2}\\B', 8)
    m = c.search(' a\n ')
    print(372, m and (m.span(), m.groups()), c.findall(' a\n '), c.split(' a\n '), c.subn('<\g<0>>', ' a\n '), c.fullmatch(' a\n ') is None)
except re.error as e: print(372, e)
try:
    c = re.compile('1', 16)
    m = c.search('c_aa1b')
    print(373, m and (m.span(), m.groups()), c.findall('c_aa1b'), c.split('c_aa1b'), c.subn('<\g<0>>', 'c_aa1b'), c.fullmatch('c_aa1b') is None)
except re.error as e: print(373, e)
try:
    c = re.compile('[\\w-]\\s', 2)
    m = c.search('_')
    print(374, m and (m.span(), m.groups()), c.findall('_'), c.split('_'), c.subn('<\g<0>>', '_'), c.fullmatch('_') is None)
except re.error as e: print(374, e)
try:
    c = re.compile('[\\w-]\\bxx\\n', 8)
    m = c.search('xb.a\nA')
    print(375, m and (m.span(), m.groups()), c.findall('xb.a\nA'), c.split('xb.a\nA'), c.subn('<\g<0>>', 'xb.a\nA'), c.fullmatch('xb.a\nA') is None)
except re.error as e: print(375, e)
try:
    c = re.compile('[ab](a)', 0)
    m = c.search('bAAa')
    print(376, m and (m.span(), m.groups()), c.findall('bAAa'), c.split('bAAa'), c.subn('<\g<0>>', 'bAAa'), c.fullmatch('bAAa') is None)
except re.error as e: print(376, e)
try:
    c = re.compile('(?=(?:b))c^\\n|\\B', 8)
    m = c.search('ax\nAax1b')
    print(377, m and (m.span(), m.groups()), c.findall('ax\nAax1b'), c.split('ax\nAax1b'), c.subn('<\g<0>>', 'ax\nAax1b'), c.fullmatch('ax\nAax1b') is None)
except re.error as e: print(377, e)
try:
    c = re.compile('\\W|(c)\\s\\B .[a-c] é', 0)
    m = c.search('_bx_A')
    print(378, m and (m.span(), m.groups()), c.findall('_bx_A'), c.split('_bx_A'), c.subn('<\g<0>>', '_bx_A'), c.fullmatch('_bx_A') is None)
except re.error as e: print(378, e)
try:
    c = re.compile('\\d', 10)
    m = c.search('\n')
    print(379, m and (m.span(), m.groups()), c.findall('\n'), c.split('\n'), c.subn('<\g<0>>', '\n'), c.fullmatch('\n') is None)
except re.error as e: print(379, e)
try:
    c = re.compile('(?:\\d)*?|(?:(?:\\B){2})+[\\w-]', 0)
    m = c.search('xéA')
    print(380, m and (m.span(), m.groups()), c.findall('xéA'), c.split('xéA'), c.subn('<\g<0>>', 'xéA'), c.fullmatch('xéA') is None)
except re.error as e: print(380, e)
try:
    c = re.compile('a', 0)
    m = c.search(' cc')
    print(381, m and (m.span(), m.groups()), c.findall(' cc'), c.split(' cc'), c.subn('<\g<0>>', ' cc'), c.fullmatch(' cc') is None)
except re.error as e: print(381, e)
try:
    c = re.compile('^(?:\\B|\\w\\w)??(((.)))', 10)
    m = c.search('_A_')
    print(382, m and (m.span(), m.groups()), c.findall('_A_'), c.split('_A_'), c.subn('<\g<0>>', '_A_'), c.fullmatch('_A_') is None)
except re.error as e: print(382, e)
try:
    c = re.compile('(\\b)|(\\B)\\n(?:(?:[\\w-])|.|^)', 10)
    m = c.search('c')
    print(383, m and (m.span(), m.groups()), c.findall('c'), c.split('c'), c.subn('<\g<0>>', 'c'), c.fullmatch('c') is None)
except re.error as e: print(383, e)
try:
    c = re.compile('((?:[\\w-])(\\W))(?:(?:\\W)(?:\\W))??', 2)
    m = c.search('11ba')
    print(384, m and (m.span(), m.groups()), c.findall('11ba'), c.split('11ba'), c.subn('<\g<0>>', '11ba'), c.fullmatch('11ba') is None)
except re.error as e: print(384, e)
try:
    c = re.compile('((b))\\n', 0)
    m = c.search('')
    print(385, m and (m.span(), m.groups()), c.findall(''), c.split(''), c.subn('<\g<0>>', ''), c.fullmatch('') is None)
except re.error as e: print(385, e)
try:
    c = re.compile('b(b)x(x)|a', 0)
    m = c.search(' béa _')
    print(386, m and (m.span(), m.groups()), c.findall(' béa _'), c.split(' béa _'), c.subn('<\g<0>>', ' béa _'), c.fullmatch(' béa _') is None)
except re.error as e: print(386, e)
try:
    c = re.compile('é\\s', 2)
    m = c.search('b1 _1éb')
    print(387, m and (m.span(), m.groups()), c.findall('b1 _1éb'), c.split('b1 _1éb'), c.subn('<\g<0>>', 'b1 _1éb'), c.fullmatch('b1 _1éb') is None)
except re.error as e: print(387, e)
try:
    c = re.compile('(?:(?:[\\w-]){2})+\\s', 8)
    m = c.search('ba')
    print(388, m and (m.span(), m.groups()), c.findall('ba'), c.split('ba'), c.subn('<\g<0>>', 'ba'), c.fullmatch('ba') is None)
except re.error as e: print(388, e)
try:
    c = re.compile('x[^a]', 8)
    m = c.search('\n\nxx_\nxé')
    print(389, m and (m.span(), m.groups()), c.findall('\n\nxx_\nxé'), c.split('\n\nxx_\nxé'), c.subn('<\g<0>>', '\n\nxx_\nxé'), c.fullmatch('\n\nxx_\nxé') is None)
except re.error as e: print(389, e)
try:
    c = re.compile('((?:(?:[\\w-])+)??)', 16)
    m = c.search('')
    print(390, m and (m.span(), m.groups()), c.findall(''), c.split(''), c.subn('<\g<0>>', ''), c.fullmatch('') is None)
except re.error as e: print(390, e)
try:
    c = re.compile('[ab](?:1)', 10)
    m = c.search('aAaxcaxa')
    print(391, m and (m.span(), m.groups()), c.findall('aAaxcaxa'), c.split('aAaxcaxa'), c.subn('<\g<0>>', 'aAaxcaxa'), c.fullmatch('aAaxcaxa') is None)
except re.error as e: print(391, e)
try:
    c = re.compile('\\n', 0)
    m = c.search('x')
    print(392, m and (m.span(), m.groups()), c.findall('x'), c.split('x'), c.subn('<\g<0>>', 'x'), c.fullmatch('x') is None)
except re.error as e: print(392, e)
try:
    c = re.compile('(?!\\.)|(?:[ab])?|a(?!\\d)', 0)
    m = c.search('x_b')
    print(393, m and (m.span(), m.groups()), c.findall('x_b'), c.split('x_b'), c.subn('<\g<0>>', 'x_b'), c.fullmatch('x_b') is None)
except re.error as e: print(393, e)
try:
    c = re.compile('(?:\\d$[a-c])', 10)
    m = c.search('')
    print(394, m and (m.span(), m.groups()), c.findall(''), c.split(''), c.subn('<\g<0>>', ''), c.fullmatch('') is None)
except re.error as e: print(394, e)
try:
    c = re.compile('a|[ab]|é\\w', 256)
    m = c.search('.céaAxb1')
    print(395, m and (m.span(), m.groups()), c.findall('.céaAxb1'), c.split('.céaAxb1'), c.subn('<\g<0>>', '.céaAxb1'), c.fullmatch('.céaAxb1') is None)
except re.error as e: print(395, e)
try:
    c = re.compile('11', 16)
    m = c.search('bx.bc1')
    print(396, m and (m.span(), m.groups()), c.findall('bx.bc1'), c.split('bx.bc1'), c.subn('<\g<0>>', 'bx.bc1'), c.fullmatch('bx.bc1') is None)
except re.error as e: print(396, e)
try:
    c = re.compile('\\W|\\W|(?!$)(?:(?: )*)+|b(?:$){1,2}|(?:[\\w-])|(?:\\W)*', 0)
    m = c.search('aAAé__b')
    print(397, m and (m.span(), m.groups()), c.findall('aAAé__b'), c.split('aAAé__b'), c.subn('<\g<0>>', 'aAAé__b'), c.fullmatch('aAAé__b') is None)
except re.error as e: print(397, e)
try:
    c = re.compile('(?:x)x\\Wa', 2)
    m = c.search('a1caébb')
    print(398, m and (m.span(), m.groups()), c.findall('a1caébb'), c.split('a1caébb'), c.subn('<\g<0>>', 'a1caébb'), c.fullmatch('a1caébb') is None)
except re.error as e: print(398, e)
try:
    c = re.compile('(1)| (?:[ab])??', 2)
    m = c.search('_\n')
    print(399, m and (m.span(), m.groups()), c.findall('_\n'), c.split('_\n'), c.subn('<\g<0>>', '_\n'), c.fullmatch('_\n') is None)
except re.error as e: print(399, e)
