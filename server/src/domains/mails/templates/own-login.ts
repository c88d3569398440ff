import { button, facts, note, template, text } from './template.ts'

// Mails about the ways to log in to an account.

const twoFactorWords = {
  on: {
    'pt-BR': [
      'A verificação em duas etapas foi ativada',
      'Para entrar na sua conta, além da senha ou do código por e-mail, é preciso agora um código do ' +
        'aplicativo autenticador. Guarde os códigos de recuperação: eles servem se você perder o celular.',
    ],
    'en-US': [
      'Two-factor login was turned on',
      'Logging in now takes a code from your authenticator app as well as the password or the emailed ' +
        'code. Keep the recovery codes: you’ll need them if you lose your phone.',
    ],
  },

  off: {
    'pt-BR': [
      'A verificação em duas etapas foi desativada',
      'Para entrar na sua conta não é mais preciso um código do aplicativo autenticador.',
    ],
    'en-US': [
      'Two-factor login was turned off',
      'Logging in no longer takes a code from your authenticator app.',
    ],
  },

  taken: {
    'pt-BR': [
      'A loja retirou a verificação em duas etapas',
      'A equipe da loja retirou a verificação em duas etapas da sua conta, e as sessões abertas ' +
        'foram encerradas. Para entrar não é mais preciso um código do aplicativo autenticador.',
    ],
    'en-US': [
      'The shop removed two-factor login',
      'The shop’s team removed two-factor login from your account and ended the open sessions. ' +
        'Logging in no longer takes a code from your authenticator app.',
    ],
  },
} as const

const wordsOfChange = ({ isOn, byShop }: { isOn: boolean; byShop: boolean }) => {
  if (isOn) return twoFactorWords.on
  return byShop ? twoFactorWords.taken : twoFactorWords.off
}

/** To a person whose two-factor login was turned on or off, by themselves or by staff. */
export const twoFactorChanged = template<{ isOn: boolean; byShop: boolean; at: Date }>({
  kind: 'duty',
  sample: { isOn: true, byShop: false, at: new Date('2026-03-02T15:04:00Z') },

  write: {
    'pt-BR': ({ at, ...change }, { site, name, date, link }) => {
      const [subject, words] = wordsOfChange(change)['pt-BR']
      return {
        subject,
        hint: 'Se não foi você, troque a sua senha.',
        body: [
          text(`Olá, ${name}.`),
          text(words),
          facts(['Quando', date(at)]),
          note(
            'Se você não fez nem pediu isso, troque a sua senha agora, encerre as sessões que não ' +
              'conhece nas configurações e fale com a loja.',
          ),
          button('Abrir as configurações', link('/dashboard/settings')),
        ],
        why: `Você recebeu este e-mail porque o acesso à sua conta na ${site} mudou.`,
      }
    },

    'en-US': ({ at, ...change }, { site, name, date, link }) => {
      const [subject, words] = wordsOfChange(change)['en-US']
      return {
        subject,
        hint: 'If it wasn’t you, change your password.',
        body: [
          text(`Hello ${name},`),
          text(words),
          facts(['When', date(at)]),
          note(
            'If you didn’t do this or ask for it, change your password now, end any session you ' +
              'don’t recognise in the settings, and write to the shop.',
          ),
          button('Open the settings', link('/dashboard/settings')),
        ],
        why: `You’re getting this email because how you log in at ${site} changed.`,
      }
    },
  },
})

/**
 * To a person who linked a Discord account. `opens`: the Discord account can now log in.
 */
export const chatLinked = template<{ account: string; opens: boolean; at: Date }>({
  kind: 'duty',
  sample: { account: 'bruna.lima', opens: true, at: new Date('2026-03-02T15:04:00Z') },

  write: {
    'pt-BR': ({ account, opens, at }, { site, name, date, link }) => ({
      subject: 'Uma conta do Discord foi conectada à sua conta',
      hint: opens ? `${account} agora entra na sua conta.` : `${account} foi conectada.`,

      body: [
        text(`Olá, ${name}.`),
        text(
          opens
            ? 'Quem entra no Discord com esta conta agora entra também na sua conta da loja:'
            : 'Os cargos do que você compra vão agora para esta conta do Discord:',
        ),
        facts(['Discord', account], ['Quando', date(at)]),
        note(
          'Se não foi você, troque a sua senha agora: com isso o Discord deixa de abrir a conta. ' +
            'Depois desconecte-o nas configurações.',
        ),
        button('Abrir as configurações', link('/dashboard/settings')),
      ],

      why: `Você recebeu este e-mail porque o acesso à sua conta na ${site} mudou.`,
    }),

    'en-US': ({ account, opens, at }, { site, name, date, link }) => ({
      subject: 'A Discord account was linked to your account',
      hint: opens ? `${account} can now open your account.` : `${account} was linked.`,

      body: [
        text(`Hello ${name},`),
        text(
          opens
            ? 'Anyone who logs in to Discord with this account can now open your shop account too:'
            : 'Roles from your purchases now go to this Discord account:',
        ),
        facts(['Discord', account], ['When', date(at)]),
        note(
          'If it wasn’t you, change your password now: Discord will no longer open the account. ' +
            'Then unlink it in the settings.',
        ),
        button('Open the settings', link('/dashboard/settings')),
      ],

      why: `You’re getting this email because how you log in at ${site} changed.`,
    }),
  },
})
