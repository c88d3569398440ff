import { button, facts, note, template, text } from './template.ts'

/** A key was replaced; the new key is shown on the site only. */
export const keyReplaced = template<{
  product: string
  number: string
  last4: string
  reason: string
}>({
  kind: 'duty',

  sample: {
    product: 'Reinos de Basaltar',
    number: 'ORD-001042',
    last4: 'YJFG',
    reason: 'A chave anterior já estava ativada em outra conta.',
  },

  write: {
    'pt-BR': ({ product, number, last4, reason }, { site, name, link }) => ({
      subject: `Nova chave de ${product}`,
      hint: 'A chave antiga não vale mais.',
      body: [
        text(`Olá, ${name}.`),
        text(
          `A chave de ${product} foi trocada. A chave antiga não vale mais; a nova está na página das suas compras.`,
        ),
        facts(['Pedido', number], ['Chave antiga, final', last4], ['Motivo', reason]),
        button('Ver minha chave', link('/dashboard/products')),
      ],
      why: `Você recebeu este e-mail porque comprou ${product} na ${site}.`,
    }),

    'en-US': ({ product, number, last4, reason }, { site, name, link }) => ({
      subject: `New key for ${product}`,
      hint: 'The old key is no longer valid.',
      body: [
        text(`Hello ${name},`),
        text(
          `The key of ${product} was replaced. The old key is no longer valid; the new ` +
            'one is on the page of your purchases.',
        ),
        facts(['Order', number], ['Old key, ending', last4], ['Reason', reason]),
        button('See my key', link('/dashboard/products')),
      ],
      why: `You receive this mail because you bought ${product} at ${site}.`,
    }),
  },
})

/** Licences of one order end soon; sent once for each end date. */
export const licenceExpiring = template<{
  number: string
  licences: readonly { product: string; last4: string; expiresAt: Date }[]
}>({
  kind: 'notice',

  sample: {
    number: 'ORD-000871',
    licences: [
      { product: 'Quimérica', last4: 'K7QX', expiresAt: new Date('2026-03-14T15:00:00Z') },
      { product: 'Neblina Orbital', last4: '09TZ', expiresAt: new Date('2026-03-14T15:00:00Z') },
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
        facts(
          ...licences.map(
            (licence) =>
              [`${licence.product} (final ${licence.last4})`, date(licence.expiresAt)] as const,
          ),
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
            ? 'One of your licences is about to end.'
            : 'Some of your licences are about to end.',
        ),
        facts(
          ...licences.map(
            (licence) =>
              [`${licence.product} (ending ${licence.last4})`, date(licence.expiresAt)] as const,
          ),
        ),
        text('To keep using it, buy again whenever you like.'),
        button('See my licences', link('/dashboard/products')),
        note('This notice is sent only once.'),
      ],

      why: `You receive this mail because you bought licences with a term at ${site}, in order ${number}.`,
    }),
  },
})

/** A product that a buyer waits for is in stock again. */
export const stockBack = template<{ product: string }>({
  kind: 'notice',
  sample: { product: 'Reinos de Basaltar' },

  write: {
    'pt-BR': ({ product }, { site, name, link }) => ({
      subject: `${product} voltou`,
      hint: 'Disponível de novo.',
      body: [
        text(`Olá, ${name}.`),
        text(`Você pediu para saber: ${product} está disponível de novo.`),
        button('Ver o produto', link(`/products?q=${encodeURIComponent(product.toWellFormed())}`)),
        note('Este aviso é enviado uma única vez.'),
      ],
      why: `Você recebeu este e-mail porque pediu um aviso quando ${product} voltasse à ${site}.`,
    }),

    'en-US': ({ product }, { site, name, link }) => ({
      subject: `${product} is back`,
      hint: 'Available again.',
      body: [
        text(`Hello ${name},`),
        text(`You asked to know: ${product} is available again.`),
        button(
          'See the product',
          link(`/products?q=${encodeURIComponent(product.toWellFormed())}`),
        ),
        note('This notice is sent only once.'),
      ],
      why: `You receive this mail because you asked to hear when ${product} is back at ${site}.`,
    }),
  },
})
