import type { Language } from '@chaveiro/contracts/limits'

import { button, facts, code as typedCode, note, template, text } from './template.ts'

// Mails about a change of an account's mail address, and codes that prove a mailbox.

const codeBlocks = (code: string, language: Language) =>
  language === 'pt-BR'
    ? [
        typedCode('Seu código', 'Código', code),
        text('Ele vale por 10 minutos e só pode ser usado uma vez.'),
      ]
    : [typedCode('Your code', 'Code', code), text('It’s valid for 10 minutes and works only once.')]

/** The code that proves the ownership of an account's mailbox before its mail or login changes. */
export const proofCode = template<{ code: string }>({
  kind: 'duty',
  sample: { code: '482913' },

  write: {
    'pt-BR': ({ code }, { site, name }) => ({
      subject: 'Confirme que é você',
      hint: 'O código vale por 10 minutos.',

      body: [
        text(`Olá, ${name}.`),
        text(
          'Alguém com acesso à sua conta quer mudar o e-mail dela ou o modo de entrar. ' +
            'Se é você, digite o código:',
        ),
        ...codeBlocks(code, 'pt-BR'),
        note(
          'Se não foi você, não passe este código a ninguém: sem ele nada muda. ' +
            'Encerre as sessões que não conhece nas configurações da sua conta.',
        ),
      ],

      why: `Você recebeu este e-mail porque alguém pediu um código na sua conta na ${site}.`,
    }),

    'en-US': ({ code }, { site, name }) => ({
      subject: 'Confirm that it is you',
      hint: 'The code is valid for 10 minutes.',

      body: [
        text(`Hello ${name},`),
        text(
          'Someone in your account wants to change its email or how you log in. ' +
            'If it’s you, enter this code:',
        ),
        ...codeBlocks(code, 'en-US'),
        note(
          'If it wasn’t you, don’t share this code: without it nothing changes. ' +
            'In your account settings, end any session you don’t recognise.',
        ),
      ],

      why: `You’re getting this email because someone asked for a code in your account at ${site}.`,
    }),
  },
})

/** The code with which a person without a password deletes their account. */
export const removalCode = template<{ code: string }>({
  kind: 'duty',
  sample: { code: '482913' },

  write: {
    'pt-BR': ({ code }, { site, name }) => ({
      subject: 'Código para excluir a sua conta',
      hint: 'O código vale por 10 minutos.',
      body: [
        text(`Olá, ${name}.`),
        text('Com este código a sua conta é excluída. Isso não pode ser desfeito.'),
        ...codeBlocks(code, 'pt-BR'),
        note(
          'Se não foi você, não passe este código a ninguém: sem ele nada é excluído. ' +
            'Encerre as sessões que não conhece nas configurações da sua conta.',
        ),
      ],
      why: `Você recebeu este e-mail porque alguém pediu para excluir a sua conta na ${site}.`,
    }),

    'en-US': ({ code }, { site, name }) => ({
      subject: 'Code to delete your account',
      hint: 'The code is valid for 10 minutes.',
      body: [
        text(`Hello ${name},`),
        text('This code deletes your account. That can’t be undone.'),
        ...codeBlocks(code, 'en-US'),
        note(
          'If it wasn’t you, don’t share this code: without it nothing is deleted. ' +
            'In your account settings, end any session you don’t recognise.',
        ),
      ],
      why: `You’re getting this email because someone asked to delete your account at ${site}.`,
    }),
  },
})

/**
 * The code for the new mail address of an account. The mail does not name the account, since the
 * mailbox may belong to a stranger.
 */
export const newMailCode = template<{ code: string }>({
  kind: 'duty',
  sample: { code: '482913' },

  write: {
    'pt-BR': ({ code }, { site }) => ({
      subject: 'Confirme o seu novo e-mail',
      hint: 'O código vale por 10 minutos.',
      body: [
        text('Olá.'),
        text('Digite este código nas configurações da sua conta, onde pediu a troca de e-mail.'),
        ...codeBlocks(code, 'pt-BR'),
        note(
          'Se não foi você, ignore este e-mail: nada muda. ' +
            'Nunca pedimos este código por telefone, chat ou e-mail.',
        ),
      ],
      why: `Você recebeu este e-mail porque alguém quer usar este endereço em uma conta na ${site}.`,
    }),

    'en-US': ({ code }, { site }) => ({
      subject: 'Confirm your new email',
      hint: 'The code is valid for 10 minutes.',
      body: [
        text('Hello,'),
        text('Enter this code in your account settings, where you asked for the change.'),
        ...codeBlocks(code, 'en-US'),
        note(
          'If it wasn’t you, ignore this email: nothing changes. ' +
            'We never ask for this code by phone, chat or email.',
        ),
      ],
      why: `You’re getting this email because someone wants to use this address for an account at ${site}.`,
    }),
  },
})

/**
 * To the previous mail address of an account: the address changed, and what to do if that was not
 * wanted.
 */
export const mailChanged = template<{ to: string; at: Date }>({
  kind: 'duty',
  sample: { to: 'b…@exemplo.test', at: new Date('2026-03-02T15:04:00Z') },

  write: {
    'pt-BR': ({ to, at }, { site, name, date, help }) => ({
      subject: 'O e-mail da sua conta foi trocado',
      hint: 'Se não foi você, fale com a loja.',

      body: [
        text(`Olá, ${name}.`),
        text('O e-mail da sua conta foi trocado. Este endereço não entra mais nela.'),
        facts(['Novo e-mail', to], ['Quando', date(at)]),
        text('Se foi você, não precisa fazer nada.'),
        note(
          'Se não foi você, fale agora com a loja, pelos contatos no fim deste e-mail, e diga o número ' +
            'de um pedido seu: a equipe pode devolver este e-mail à conta. ' +
            'Troque também a senha da sua caixa de e-mail.',
        ),
        ...(help ? [button('Falar com a loja', help.url)] : []),
      ],

      why: `Você recebeu este e-mail porque este era o endereço de uma conta na ${site}.`,
    }),

    'en-US': ({ to, at }, { site, name, date, help }) => ({
      subject: 'The email of your account was changed',
      hint: 'If it wasn’t you, write to the shop.',

      body: [
        text(`Hello ${name},`),
        text('Your account’s email was changed. This address no longer opens it.'),
        facts(['New email', to], ['When', date(at)]),
        text('If it was you, there’s nothing to do.'),
        note(
          'If it wasn’t you, write to the shop now, using the contacts below, and mention one of ' +
            'your orders: the team can give the account this email back. ' +
            'Change your mailbox password too.',
        ),
        ...(help ? [button('Write to the shop', help.url)] : []),
      ],

      why: `You’re getting this email because this was the address of an account at ${site}.`,
    }),
  },
})

/**
 * To the previous mail address of an account: staff changed the address, on request or by mistake.
 */
export const mailChangedByShop = template<{ to: string; at: Date }>({
  kind: 'duty',
  sample: { to: 'b…@exemplo.test', at: new Date('2026-03-02T15:04:00Z') },

  write: {
    'pt-BR': ({ to, at }, { site, name, date, help }) => ({
      subject: 'A loja trocou o e-mail da sua conta',
      hint: 'Se você não pediu isso, fale com a loja.',
      body: [
        text(`Olá, ${name}.`),
        text('A equipe da loja trocou o e-mail da sua conta. Este endereço não entra mais nela.'),
        facts(['Novo e-mail', to], ['Quando', date(at)]),
        text('Se foi você que pediu, não precisa fazer nada.'),
        note(
          'Se você não pediu, fale agora com a loja, pelos contatos no fim deste e-mail, e diga o número ' +
            'de um pedido seu: a equipe pode devolver este e-mail à conta.',
        ),
        ...(help ? [button('Falar com a loja', help.url)] : []),
      ],
      why: `Você recebeu este e-mail porque este era o endereço de uma conta na ${site}.`,
    }),

    'en-US': ({ to, at }, { site, name, date, help }) => ({
      subject: 'The shop changed the email of your account',
      hint: 'If you didn’t ask for this, write to the shop.',

      body: [
        text(`Hello ${name},`),
        text('The shop’s team changed your account’s email. This address no longer opens it.'),
        facts(['New email', to], ['When', date(at)]),
        text('If you asked for it, there’s nothing to do.'),
        note(
          'If you didn’t ask for it, write to the shop now, using the contacts below, and mention one of ' +
            'your orders: the team can give the account this email back.',
        ),
        ...(help ? [button('Write to the shop', help.url)] : []),
      ],

      why: `You’re getting this email because this was the address of an account at ${site}.`,
    }),
  },
})

/** To a person whose first login by a code proved their mailbox: the older password is removed. */
export const passwordDropped = template<Record<never, never>>({
  kind: 'duty',
  sample: {},

  write: {
    'pt-BR': (_, { site, name, link }) => ({
      subject: 'A senha da sua conta foi removida',
      hint: 'Você confirmou o seu e-mail; a senha antiga não vale mais.',

      body: [
        text(`Olá, ${name}.`),
        text(
          'Você entrou com um código e confirmou que este e-mail é seu. A senha que a conta tinha ' +
            'foi criada sem essa confirmação: para que ninguém mais entre com ela, foi removida, ' +
            'e as sessões de antes foram encerradas. Suas compras continuam na conta.',
        ),
        text('Você entra com um código sempre que quiser, ou cria uma nova senha:'),
        button('Criar uma senha', link('/forgot-password')),
        note(
          'Se não foi você que entrou, alguém lê os seus e-mails: troque a senha da sua caixa de e-mail.',
        ),
      ],

      why: `Você recebeu este e-mail porque o acesso à sua conta na ${site} mudou.`,
    }),

    'en-US': (_, { site, name, link }) => ({
      subject: 'The password of your account was removed',
      hint: 'You confirmed your email; the old password no longer works.',

      body: [
        text(`Hello ${name},`),
        text(
          'You logged in with a code, which confirmed that this email is yours. The password had been ' +
            'set without that, so we removed it and ended earlier sessions: nobody else can get in ' +
            'with it. Your purchases stay in the account.',
        ),
        text('Log in with a code whenever you like, or set a new password:'),
        button('Set a password', link('/forgot-password')),
        note(
          'If it wasn’t you who logged in, someone is reading your email: change your mailbox password.',
        ),
      ],

      why: `You’re getting this email because how you log in at ${site} changed.`,
    }),
  },
})
