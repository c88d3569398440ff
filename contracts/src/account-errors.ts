import { entry } from './error-entry.ts'

/** Refusals about accounts, their login and their second factor: a part of the catalogue in errors.ts. */
export const accountErrors = {
  'auth.step_up': entry(
    403,
    'Confirme que é você: informe a sua senha ou um código da verificação em duas etapas.',
    'Confirm that it is you: enter your password or a code of your second factor.',
  ),
  'account.email_taken': entry(
    409,
    'Já existe uma conta com este e-mail. Faça login ou recupere a senha.',
    'There is already an account with this email. Log in or reset your password.',
  ),
  'account.password_short': entry(
    400,
    'A senha deve ter pelo menos {min} caracteres.',
    'The password must have at least {min} characters.',
  ),
  'account.password_long': entry(
    400,
    'A senha deve ter no máximo {max} caracteres.',
    'The password must have at most {max} characters.',
  ),
  'account.password_common': entry(
    400,
    'Esta senha é comum demais. Escolha outra.',
    'This password is too common. Choose another one.',
  ),
  'account.password_rules': entry(
    400,
    'A senha deve ter pelo menos uma letra maiúscula e um número.',
    'The password must have at least one uppercase letter and one digit.',
  ),
  'account.password_wrong': entry(
    400,
    'A senha atual está incorreta.',
    'The current password is wrong.',
  ),
  'account.terms_required': entry(
    400,
    'Você deve aceitar os termos e condições para prosseguir.',
    'You must accept the terms and conditions to proceed.',
  ),
  'account.reset_invalid': entry(
    400,
    'O link de recuperação é inválido ou expirou. Solicite um novo link.',
    'The recovery link is invalid or has expired. Request a new one.',
  ),
  'account.not_found': entry(404, 'Usuário não encontrado.', 'User not found.'),
  'account.session_not_found': entry(
    404,
    'Esta sessão não existe.',
    'This session does not exist.',
  ),
  'account.self': entry(
    400,
    'Você não pode fazer isso com a própria conta.',
    'You cannot do this to your own account.',
  ),
  'account.last_admin': entry(
    400,
    'A loja precisa de pelo menos um administrador.',
    'The shop needs at least one administrator.',
  ),
  'account.role_call': entry(
    400,
    'A função tem uma chamada própria: PUT /api/admin/users/{id}/role.',
    'The role has a call of its own: PUT /api/admin/users/{id}/role.',
  ),
  'account.is_banned': entry(
    409,
    'Esta conta está suspensa. Remova a suspensão antes.',
    'This account is suspended. Lift the suspension first.',
  ),
  'account.admins_only': entry(
    403,
    'Apenas administradores podem mudar a conta de um administrador.',
    'Only administrators may change the account of an administrator.',
  ),
  'login_code.wrong': entry(
    400,
    'Código incorreto. Tentativas restantes: {left}.',
    'Wrong code. Tries left: {left}.',
  ),
  'login_code.over': entry(
    400,
    'Este código expirou, já foi usado ou foi pedido em outro navegador. Peça um novo código.',
    'This code has expired, was used, or was asked for in another browser. Ask for a new code.',
  ),
  'login_code.staff': entry(
    403,
    'A equipe entra com código do e-mail apenas com a verificação em duas etapas ativa. Entre com a senha ou recupere-a.',
    'Staff log in by a mailed code only with two-factor login set up. Use the password, or reset it.',
  ),
  'two_factor.code_wrong': entry(
    400,
    'Código incorreto ou já usado. Aguarde o próximo código e tente novamente.',
    'Wrong code, or one that was used. Wait for the next code and try again.',
  ),
  'two_factor.challenge_invalid': entry(
    400,
    'O login expirou antes do código. Informe e-mail e senha novamente.',
    'The login expired before the code. Enter email and password again.',
  ),
  'two_factor.enabled': entry(
    409,
    'A verificação em duas etapas já está ativa.',
    'Two-factor login is already active.',
  ),
  'two_factor.not_enabled': entry(
    409,
    'A verificação em duas etapas não está ativa.',
    'Two-factor login is not active.',
  ),
  'two_factor.demanded': entry(
    409,
    'A loja exige a verificação em duas etapas da equipe: ela não pode ser desativada.',
    'The shop demands two-factor login of its staff: it cannot be switched off.',
  ),
  'two_factor.setup_required': entry(
    403,
    'A loja exige a verificação em duas etapas da equipe. Ative-a para continuar.',
    'The shop demands two-factor login of its staff. Set it up to go on.',
  ),
} as const
