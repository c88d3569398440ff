import { counted } from '@chaveiro/contracts/counted'
import type { Localized } from '@chaveiro/contracts/localized'

import { button, facts, note, template, text } from './template.ts'

const moreProducts: Localized<(others: number) => string> = {
  'pt-BR': (n) => (n ? ` e mais ${counted(n, 'produto', 'produtos')}` : ''),
  'en-US': (n) => (n ? ` and ${counted(n, 'more product', 'more products')}` : ''),
}

/**
 * A week after delivery: asks a buyer for reviews of the order's products that have none; once for
 * an order.
 */
export const reviewInvite = template<{ products: readonly string[] }>({
  kind: 'notice',
  sample: { products: ['Reinos de Basaltar', 'Quimérica'] },

  write: {
    'pt-BR': ({ products: [first, ...others] }, { site, name, link }) => ({
      subject: `O que você achou de ${first}${moreProducts['pt-BR'](others.length)}?`,
      hint: 'Sua avaliação ajuda quem ainda vai escolher.',
      body: [
        text(`Olá, ${name}.`),
        text('Conte em poucas palavras como foi. Sua avaliação ajuda quem ainda vai escolher.'),
        facts(...[first!, ...others].map((product) => ['Produto', product] as const)),
        button('Avaliar', link('/dashboard/products')),
        note('Este convite é enviado uma única vez por pedido.'),
      ],
      why: `Você recebeu este e-mail porque comprou na ${site}.`,
    }),

    'en-US': ({ products: [first, ...others] }, { site, name, link }) => ({
      subject: `What do you think of ${first}${moreProducts['en-US'](others.length)}?`,
      hint: 'Your review helps those who have yet to choose.',
      body: [
        text(`Hello ${name},`),
        text('Tell us in a few words how it went. Your review helps those who have yet to choose.'),
        facts(...[first!, ...others].map((product) => ['Product', product] as const)),
        button('Write a review', link('/dashboard/products')),
        note('This invitation is sent only once an order.'),
      ],
      why: `You receive this mail because you bought at ${site}.`,
    }),
  },
})

/** Staff answered a review; once for each review. */
export const reviewReply = template<{ product: string; reply: string }>({
  kind: 'notice',
  sample: {
    product: 'Reinos de Basaltar',
    reply: 'Obrigada pela avaliação! A próxima versão já traz o que faltou.',
  },

  write: {
    'pt-BR': ({ product, reply }, { site, name, link }) => ({
      subject: `${site} respondeu à sua avaliação`,
      hint: `Sobre ${product}.`,
      body: [
        text(`Olá, ${name}.`),
        text('A equipe respondeu ao que você disse.'),
        facts(['Produto', product], ['Resposta', reply]),
        button('Ver minhas compras', link('/dashboard/products')),
        note('Este aviso é enviado uma única vez por avaliação.'),
      ],
      why: `Você recebeu este e-mail porque avaliou ${product} na ${site}.`,
    }),

    'en-US': ({ product, reply }, { site, name, link }) => ({
      subject: `${site} replied to your review`,
      hint: `About ${product}.`,
      body: [
        text(`Hello ${name},`),
        text('Our team answered what you said.'),
        facts(['Product', product], ['Reply', reply]),
        button('See my purchases', link('/dashboard/products')),
        note('This notice is sent only once a review.'),
      ],
      why: `You receive this mail because you reviewed ${product} at ${site}.`,
    }),
  },
})
