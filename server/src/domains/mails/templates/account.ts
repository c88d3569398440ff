import { button, code as typedCode, note, template, text } from './template.ts'

/** To a person who registered. */
export const welcome = template<Record<never, never>>({
  kind: 'duty',
  sample: {},

  write: {
    'pt-BR': (_, { site, name, link }) => ({
      subject: `Boas-vindas à ${site}`,
      hint: 'Sua conta está pronta.',
      body: [
        text(`Olá, ${name}.`),
        text('Sua conta está pronta. Suas compras e chaves ficam no seu painel.'),
        button('Abrir meu painel', link('/dashboard')),
      ],
      why: `Você recebeu este e-mail porque uma conta na ${site} foi criada com este endereço.`,
    }),

    'en-US': (_, { site, name, link }) => ({
      subject: `Welcome to ${site}`,
      hint: 'Your account is ready.',
      body: [
        text(`Hello ${name},`),
        text('Your account is ready. Your purchases and keys are in your dashboard.'),
        button('Open my dashboard', link('/dashboard')),
      ],
      why: `You’re getting this email because an account at ${site} was created with this address.`,
    }),
  },
})

/** The link that sets a new password. */
export const recovery = template<{ token: string }>({
  kind: 'duty',
  sample: { token: 'k2Vd0pQ1mB6xT9sYfR3uW8zLhJ4nC7aEgK5iO0vXyPs' },

  write: {
    'pt-BR': ({ token }, { site, name, link }) => ({
      subject: 'Recuperação de senha',
      hint: 'O link vale por 30 minutos.',
      body: [
        text(`Olá, ${name}.`),
        text(
          'Recebemos um pedido para redefinir a sua senha. O link vale por 30 minutos e só pode ser usado uma vez.',
        ),
        button('Redefinir senha', link(`/reset-password?token=${token}`)),
        note('Se não foi você, ignore este e-mail: nada muda.'),
      ],
      why: `Você recebeu este e-mail porque alguém pediu uma nova senha para a sua conta na ${site}.`,
    }),

    'en-US': ({ token }, { site, name, link }) => ({
      subject: 'Password recovery',
      hint: 'The link is valid for 30 minutes.',
      body: [
        text(`Hello ${name},`),
        text(
          'We received a request to reset your password. The link is valid for 30 minutes and can be used once.',
        ),
        button('Reset password', link(`/reset-password?token=${token}`)),
        note('If it wasn’t you, ignore this email: nothing changes.'),
      ],
      why: `You’re getting this email because someone asked for a new password for your account at ${site}.`,
    }),
  },
})

/**
 * The code that logs in without a password. It is not in the subject or hint, which a locked phone
 * shows.
 */
export const loginCode = template<{ code: string }>({
  kind: 'duty',
  sample: { code: '482913' },

  write: {
    'pt-BR': ({ code }, { site, name }) => ({
      subject: 'Seu código de acesso',
      hint: 'O código vale por 10 minutos.',
      body: [
        text(`Olá, ${name}.`),
        text('Digite este código na página em que o pediu, no mesmo navegador.'),
        typedCode('Seu código', 'Código', code),
        text('Ele vale por 10 minutos e só pode ser usado uma vez.'),
        note(
          'Se não foi você, ignore este e-mail. Nunca pedimos este código por telefone, chat ou e-mail.',
        ),
      ],
      why: `Você recebeu este e-mail porque alguém pediu um código para entrar na sua conta na ${site}.`,
    }),

    'en-US': ({ code }, { site, name }) => ({
      subject: 'Your login code',
      hint: 'The code is valid for 10 minutes.',
      body: [
        text(`Hello ${name},`),
        text('Enter this code on the page where you asked for it, in the same browser.'),
        typedCode('Your code', 'Code', code),
        text('It’s valid for 10 minutes and works only once.'),
        note(
          'If it wasn’t you, ignore this email. We never ask for this code by phone, chat or email.',
        ),
      ],
      why: `You’re getting this email because someone asked for a code to log in to your account at ${site}.`,
    }),
  },
})

/**
 * The login code for an email without an account; the person who enters it can register (Q117). The
 * reader has no name yet.
 */
export const firstCode = template<{ code: string }>({
  kind: 'duty',
  sample: { code: '482913' },

  write: {
    'pt-BR': ({ code }, { site }) => ({
      subject: 'Seu código de acesso',
      hint: 'O código vale por 10 minutos.',
      body: [
        text('Olá.'),
        text('Digite este código na página em que o pediu, no mesmo navegador.'),
        typedCode('Seu código', 'Código', code),
        text('Ele vale por 10 minutos e só pode ser usado uma vez.'),
        note(
          'Se não foi você, ignore este e-mail: nenhuma conta é criada. ' +
            'Nunca pedimos este código por telefone, chat ou e-mail.',
        ),
      ],
      why: `Você recebeu este e-mail porque alguém pediu um código para entrar na ${site} com este endereço.`,
    }),

    'en-US': ({ code }, { site }) => ({
      subject: 'Your login code',
      hint: 'The code is valid for 10 minutes.',
      body: [
        text('Hello,'),
        text('Enter this code on the page where you asked for it, in the same browser.'),
        typedCode('Your code', 'Code', code),
        text('It’s valid for 10 minutes and works only once.'),
        note(
          'If it wasn’t you, ignore this email: no account is created. ' +
            'We never ask for this code by phone, chat or email.',
        ),
      ],
      why: `You’re getting this email because someone asked for a code to log in at ${site} with this address.`,
    }),
  },
})
