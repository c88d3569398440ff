import { button, facts, goods, note, pictured, template, text } from './template.ts'

/** A key was replaced; the new key is shown on the site only. */
export const keyReplaced = template<{
  product: string
  picture?: string | undefined
  number: string
  last4: string
  reason: string
}>({
  kind: 'duty',

  sample: {
    product: 'Reinos de Basaltar',
    picture: '/cards/motif/demo-basaltar.png',
    number: 'ORD-001042',
    last4: 'YJFG',
    reason: 'A chave anterior já estava ativada em outra conta.',
  },

  write: {
    'pt-BR': ({ product, picture, number, last4, reason }, { site, name, link }) => ({
      subject: `Nova chave de ${product}`,
      hint: 'A chave antiga não vale mais.',
      body: [
        text(`Olá, ${name}.`),
        text(
          `A chave de ${product} foi trocada. A chave antiga não vale mais; a nova está na página das suas compras.`,
        ),
        ...pictured({ link }, { name: product, picture }),
        facts(['Pedido', number], ['Chave antiga, final', last4], ['Motivo', reason]),
        button('Ver minha chave', link('/dashboard/products')),
      ],
      why: `Você recebeu este e-mail porque comprou ${product} na ${site}.`,
    }),

    'en-US': ({ product, picture, number, last4, reason }, { site, name, link }) => ({
      subject: `New key for ${product}`,
      hint: 'The old key is no longer valid.',
      body: [
        text(`Hello ${name},`),
        text(
          `Your key for ${product} was replaced. The old key is no longer valid; the new one ` +
            'is on your purchases page.',
        ),
        ...pictured({ link }, { name: product, picture }),
        facts(['Order', number], ['Old key, ending', last4], ['Reason', reason]),
        button('See my key', link('/dashboard/products')),
      ],
      why: `You’re getting this email because you bought ${product} at ${site}.`,
    }),
  },
})

/** Licences of one order end soon; sent once for each end date. */
export const licenceExpiring = template<{
  number: string
  licences: readonly {
    product: string
    picture?: string | undefined
    last4: string
    expiresAt: Date
  }[]
}>({
  kind: 'notice',

  sample: {
    number: 'ORD-000871',
    licences: [
      {
        product: 'Quimérica',
        picture: '/cards/motif/demo-quimerica.png',
        last4: 'K7QX',
        expiresAt: new Date('2026-03-14T15:00:00Z'),
      },
      {
        product: 'Neblina Orbital',
        picture: '/cards/motif/demo-neblina.png',
        last4: '09TZ',
        expiresAt: new Date('2026-03-14T15:00:00Z'),
      },
    ],
  },

  write: {
    'pt-BR': ({ number, licences }, { site, name, link, date }) => ({
      subject:
        licences.length === 1
          ? `${licences[0]!.product} vence em ${date(licences[0]!.expiresAt)}`
          : `${licences.length} licenças do pedido ${number} vencem em breve`,
      hint: 'Renove para continuar usando.',

      body: [
        text(`Olá, ${name}.`),
        text(
          licences.length === 1
            ? 'Uma licença sua está perto do fim.'
            : 'Licenças suas estão perto do fim.',
        ),
        goods(
          { link },
          ...licences.map(({ product, picture, last4, expiresAt }) => ({
            name: `${product} (final ${last4})`,
            value: date(expiresAt),
            picture,
          })),
        ),
        text('Para continuar usando, compre de novo quando quiser.'),
        button('Ver minhas licenças', link('/dashboard/products')),
        note('Este aviso é enviado uma única vez.'),
      ],

      why: `Você recebeu este e-mail porque comprou licenças com prazo na ${site}, no pedido ${number}.`,
    }),

    'en-US': ({ number, licences }, { site, name, link, date }) => ({
      subject:
        licences.length === 1
          ? `${licences[0]!.product} ends on ${date(licences[0]!.expiresAt)}`
          : `${licences.length} licences of order ${number} end soon`,
      hint: 'Renew to keep using them.',

      body: [
        text(`Hello ${name},`),
        text(
          licences.length === 1
            ? 'One of your licences is about to expire.'
            : 'Some of your licences are about to expire.',
        ),
        goods(
          { link },
          ...licences.map(({ product, picture, last4, expiresAt }) => ({
            name: `${product} (ending ${last4})`,
            value: date(expiresAt),
            picture,
          })),
        ),
        text('To renew, buy again whenever you like.'),
        button('See my licences', link('/dashboard/products')),
        note('This notice is sent only once.'),
      ],

      why: `You’re getting this email because you bought time-limited licences at ${site}, in order ${number}.`,
    }),
  },
})

/** A product that a buyer waits for is in stock again. */
export const stockBack = template<{ product: string; picture?: string | undefined }>({
  kind: 'notice',
  sample: { product: 'Reinos de Basaltar', picture: '/cards/motif/demo-basaltar.png' },

  write: {
    'pt-BR': ({ product, picture }, { site, name, link }) => ({
      subject: `${product} voltou`,
      hint: 'Disponível de novo.',
      body: [
        text(`Olá, ${name}.`),
        text(`Você pediu para saber: ${product} está disponível de novo.`),
        ...pictured({ link }, { name: product, picture }),
        button('Ver o produto', link(`/products?q=${encodeURIComponent(product.toWellFormed())}`)),
        note('Este aviso é enviado uma única vez.'),
      ],
      why: `Você recebeu este e-mail porque pediu um aviso quando ${product} voltasse à ${site}.`,
    }),

    'en-US': ({ product, picture }, { site, name, link }) => ({
      subject: `${product} is back`,
      hint: 'Available again.',
      body: [
        text(`Hello ${name},`),
        text(`You asked us to tell you: ${product} is available again.`),
        ...pictured({ link }, { name: product, picture }),
        button(
          'See the product',
          link(`/products?q=${encodeURIComponent(product.toWellFormed())}`),
        ),
        note('This notice is sent only once.'),
      ],
      why: `You’re getting this email because you asked to be told when ${product} is back at ${site}.`,
    }),
  },
})
