import { refusal } from './refusal.ts'

/** Refusals about identity, permissions, and the account. */
export const accountErrors = {
  'push.address': refusal(400, {
    'pt-BR': 'O endereço de avisos deste navegador não pode ser usado pela loja.',
    'en-US': 'The shop cannot use this browser’s address for push messages.',
  }),
  'push.too_many': refusal(409, ({ most }: { most: number }) => ({
    'pt-BR': `Você já recebe avisos em ${most} aparelhos. Desligue um deles primeiro.`,
    'en-US': `You are told on ${most} devices already. Switch one of them off first.`,
  })),
  'account.staff_stays': refusal(403, {
    'pt-BR': 'A conta de quem faz parte da equipe é excluída por outro administrador.',
    'en-US': 'The account of a member of staff is deleted by another admin.',
  }),
  'auth.step_up': refusal(403, {
    'pt-BR': 'Confirme que é você: informe a sua senha ou um código da verificação em duas etapas.',
    'en-US': 'Confirm that it is you: enter your password or a code of your second factor.',
  }),
  'auth.required': refusal(401, {
    'pt-BR': 'Acesso não autorizado. Por favor, faça login.',
    'en-US': 'Not authorised. Please log in.',
  }),
  'auth.invalid_credentials': refusal(401, {
    'pt-BR': 'Invalid credentials: e-mail ou senha incorretos.',
    'en-US': 'Invalid credentials: wrong email or password.',
  }),
  'auth.refresh_invalid': refusal(401, {
    'pt-BR': 'Sua sessão terminou. Faça login novamente.',
    'en-US': 'Your session has ended. Please log in again.',
  }),
  'auth.forbidden': refusal(403, {
    'pt-BR': 'Você não tem permissão para isso.',
    'en-US': 'You are not allowed to do this.',
  }),
  'auth.banned': refusal(403, ({ reason }: { reason: string }) => ({
    'pt-BR': `Conta banida: ${reason}`,
    'en-US': `Account banned: ${reason}`,
  })),
  'auth.ip_banned': refusal(403, ({ reason }: { reason: string }) => ({
    'pt-BR': `O acesso deste endereço está bloqueado: ${reason}`,
    'en-US': `Access from this address is blocked: ${reason}`,
  })),
  'auth.two_factor_required': refusal(403, {
    'pt-BR': 'Digite o código do seu aplicativo de autenticação para concluir o login.',
    'en-US': 'Enter the code of your authenticator app to finish logging in.',
  }),
  'auth.origin': refusal(403, {
    'pt-BR': 'A origem do pedido não é permitida.',
    'en-US': 'The origin of this request is not allowed.',
  }),
  'account.email_taken': refusal(409, {
    'pt-BR': 'Já existe uma conta com este e-mail. Faça login ou recupere a senha.',
    'en-US': 'There is already an account with this email. Log in or reset your password.',
  }),
  'account.password_short': refusal(400, ({ min }: { min: number }) => ({
    'pt-BR': `A senha deve ter pelo menos ${min} caracteres.`,
    'en-US': `The password must have at least ${min} characters.`,
  })),
  'account.password_long': refusal(400, ({ max }: { max: number }) => ({
    'pt-BR': `A senha deve ter no máximo ${max} caracteres.`,
    'en-US': `The password must have at most ${max} characters.`,
  })),
  'account.password_common': refusal(400, {
    'pt-BR': 'Esta senha é comum demais. Escolha outra.',
    'en-US': 'This password is too common. Choose another one.',
  }),
  'account.password_rules': refusal(400, {
    'pt-BR': 'A senha deve ter pelo menos uma letra maiúscula e um número.',
    'en-US': 'The password must have at least one uppercase letter and one digit.',
  }),
  'account.password_wrong': refusal(400, {
    'pt-BR': 'A senha atual está incorreta.',
    'en-US': 'The current password is wrong.',
  }),
  'account.terms_required': refusal(400, {
    'pt-BR': 'Você deve aceitar os termos e condições para prosseguir.',
    'en-US': 'You must accept the terms and conditions to proceed.',
  }),
  'account.reset_invalid': refusal(400, {
    'pt-BR': 'O link de recuperação é inválido ou expirou. Solicite um novo link.',
    'en-US': 'The recovery link is invalid or has expired. Request a new one.',
  }),
  'account.not_found': refusal(404, {
    'pt-BR': 'Usuário não encontrado.',
    'en-US': 'User not found.',
  }),
  'account.note_not_found': refusal(404, {
    'pt-BR': 'Esta nota não existe mais ou não é sua.',
    'en-US': 'This note is gone or is not yours.',
  }),
  'account.notes_full': refusal(409, ({ most }: { most: number }) => ({
    'pt-BR': `Um cliente tem no máximo ${most} notas. Remova uma antes.`,
    'en-US': `A customer has at most ${most} notes. Remove one first.`,
  })),
  'account.session_not_found': refusal(404, {
    'pt-BR': 'Esta sessão não existe.',
    'en-US': 'This session does not exist.',
  }),
  'account.self': refusal(400, {
    'pt-BR': 'Você não pode fazer isso com a própria conta.',
    'en-US': 'You cannot do this to your own account.',
  }),
  'account.last_admin': refusal(400, {
    'pt-BR': 'A loja precisa de pelo menos um administrador.',
    'en-US': 'The shop needs at least one administrator.',
  }),
  'account.role_call': refusal(400, ({ id }: { id: string }) => ({
    'pt-BR': `A função tem uma chamada própria: PUT /api/admin/users/${id}/role.`,
    'en-US': `The role has a call of its own: PUT /api/admin/users/${id}/role.`,
  })),
  'account.is_banned': refusal(409, {
    'pt-BR': 'Esta conta está banida. Remova o banimento antes.',
    'en-US': 'This account is banned. Lift the ban first.',
  }),
  'account.charges_open': refusal(409, {
    'pt-BR':
      'Esta pessoa tem cobranças em aberto, que estão sendo encerradas. Tente de novo em um minuto.',
    'en-US': 'This person has open charges, which are being closed. Try again in a minute.',
  }),

  'account.just_paid': refusal(409, {
    'pt-BR':
      'Um pedido desta conta foi pago há menos de um minuto. Veja primeiro o que chegou; ' +
      'a conta pode ser excluída em um minuto.',
    'en-US':
      'An order of this account was paid less than a minute ago. See first what arrived; ' +
      'the account can be deleted in a minute.',
  }),

  'account.has_password': refusal(409, {
    'pt-BR': 'Confirme com a sua senha: o código por e-mail é para contas sem senha.',
    'en-US': 'Confirm with your password: the mailed code is for accounts without one.',
  }),

  'mail.unavailable': refusal(409, {
    'pt-BR':
      'Esta loja ainda não consegue enviar e-mails, então nenhum código ou link foi enviado. ' +
      'Use a sua senha ou fale com a loja.',
    'en-US':
      'This shop cannot send mails yet, so no code or link was sent. ' +
      'Use your password, or write to the shop.',
  }),

  'mail_change.same': refusal(400, {
    'pt-BR': 'Este já é o e-mail da sua conta. Informe outro.',
    'en-US': 'This is the email of your account already. Enter another one.',
  }),

  'mail_change.taken': refusal(409, {
    'pt-BR':
      'O código está certo, mas já existe uma conta com este e-mail. Entre nela ou informe outro e-mail.',
    'en-US':
      'The code is right, but there is an account with this email already. Log in to it, or enter another email.',
  }),

  'login_code.wrong': refusal(400, ({ left }: { left: number }) => ({
    'pt-BR': `Código incorreto. Tentativas restantes: ${left}.`,
    'en-US': `Wrong code. Tries left: ${left}.`,
  })),

  'login_code.over': refusal(400, {
    'pt-BR':
      'Este código expirou, já foi usado ou foi pedido em outro navegador. Peça um novo código.',
    'en-US':
      'This code has expired, was used, or was asked for in another browser. Ask for a new code.',
  }),

  'login_code.new': refusal(403, {
    'pt-BR': 'Falta o seu nome: ainda não há uma conta com este e-mail.',
    'en-US': 'Your name is missing: there is no account with this email yet.',
  }),

  'login_code.staff': refusal(403, {
    'pt-BR':
      'A equipe entra com código do e-mail apenas com a verificação em duas etapas ' +
      'ativa. Entre com a senha ou recupere-a.',
    'en-US':
      'Staff log in by a mailed code only with two-factor login set up. Use the password, or reset it.',
  }),

  'chat_login.over': refusal(400, {
    'pt-BR':
      'Este login pelo Discord expirou, já foi usado ou começou em outro navegador. ' +
      'Comece de novo ou entre de outro jeito.',
    'en-US':
      'This login by Discord has expired, was used, or was begun in another browser. ' +
      'Begin again, or log in another way.',
  }),

  'chat_login.new': refusal(403, {
    'pt-BR': 'Falta o seu nome: ainda não há uma conta com o e-mail do seu Discord.',
    'en-US': 'Your name is missing: there is no account with the email of your Discord yet.',
  }),

  'chat_login.prove': refusal(403, {
    'pt-BR':
      'Já existe uma conta para você. Entre nela uma vez, com código ou senha, ' +
      'e o seu Discord passa a entrar sozinho.',
    'en-US':
      'There is an account for you already. Log in to it once, with a code or the password, ' +
      'and your Discord leads in from then on.',
  }),

  'chat_login.mail': refusal(403, {
    'pt-BR':
      'O seu Discord não tem um e-mail verificado. Informe o seu e-mail para continuar; ' +
      'depois o seu Discord entra sozinho.',
    'en-US':
      'Your Discord has no verified email. Enter your email to go on; ' +
      'your Discord leads in from then on.',
  }),

  'chat_login.staff': refusal(403, {
    'pt-BR':
      'A equipe entra pelo Discord apenas com a verificação em duas etapas ativa. ' +
      'Entre com a senha.',
    'en-US': 'Staff log in by Discord only with two-factor login set up. Use the password.',
  }),

  'chat_login.other': refusal(409, {
    'pt-BR':
      'Você entrou. Esta conta já está conectada a outro Discord; troque-o nas configurações.',
    'en-US':
      'You are logged in. This account is linked to another Discord already; change it in the settings.',
  }),

  'two_factor.code_wrong': refusal(400, {
    'pt-BR': 'Código incorreto ou já usado. Aguarde o próximo código e tente novamente.',
    'en-US': 'Wrong code, or one that was used. Wait for the next code and try again.',
  }),
  'two_factor.challenge_invalid': refusal(400, {
    'pt-BR': 'O login expirou antes do código. Informe e-mail e senha novamente.',
    'en-US': 'The login expired before the code. Enter email and password again.',
  }),
  'two_factor.enabled': refusal(409, {
    'pt-BR': 'A verificação em duas etapas já está ativa.',
    'en-US': 'Two-factor login is already active.',
  }),
  'two_factor.not_enabled': refusal(409, {
    'pt-BR': 'A verificação em duas etapas não está ativa.',
    'en-US': 'Two-factor login is not active.',
  }),

  'two_factor.instead': refusal(409, {
    'pt-BR':
      'Confirme com um código do aplicativo autenticador: com a verificação em duas etapas ' +
      'ativa, o código por e-mail não basta.',
    'en-US':
      'Confirm with a code of your authenticator app: with two-factor login active, a mailed ' +
      'code is not enough.',
  }),

  'two_factor.mailbox': refusal(409, {
    'pt-BR': 'Digite também o código que enviamos ao seu e-mail: ele mostra que o e-mail é seu.',
    'en-US': 'Enter the code that we mailed you as well: it shows that the mail is yours.',
  }),
  'two_factor.demanded': refusal(409, {
    'pt-BR': 'A loja exige a verificação em duas etapas da equipe: ela não pode ser desativada.',
    'en-US': 'The shop demands two-factor login of its staff: it cannot be switched off.',
  }),
  'two_factor.setup_required': refusal(403, {
    'pt-BR': 'A loja exige a verificação em duas etapas da equipe. Ative-a para continuar.',
    'en-US': 'The shop demands two-factor login of its staff. Set it up to go on.',
  }),
  'security.ip_or_hwid_required': refusal(400, {
    'pt-BR': 'Informe um endereço IP ou um ID de hardware.',
    'en-US': 'Enter an IP address or a hardware id.',
  }),
  'security.ip_invalid': refusal(400, {
    'pt-BR': 'O endereço IP é inválido.',
    'en-US': 'The IP address is invalid.',
  }),
  'security.expiry_invalid': refusal(400, {
    'pt-BR': 'A data de expiração é inválida ou já passou.',
    'en-US': 'The expiry date is invalid or has passed.',
  }),
  'security.ban_not_found': refusal(404, {
    'pt-BR': 'Este banimento não existe mais.',
    'en-US': 'This ban does not exist any more.',
  }),
  'view.not_found': refusal(404, {
    'pt-BR': 'Esta visão não existe mais.',
    'en-US': 'This view does not exist any more.',
  }),
  'view.name_taken': refusal(409, {
    'pt-BR': 'Você já tem uma visão com este nome aqui.',
    'en-US': 'You already have a view with this name here.',
  }),
  'view.too_many': refusal(409, ({ most }: { most: number }) => ({
    'pt-BR': `Cada lista guarda até ${most} visões suas. Exclua uma antes de salvar outra.`,
    'en-US': `Each list keeps up to ${most} views of yours. Delete one before you save another.`,
  })),
}
