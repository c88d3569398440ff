import { counted } from '@chaveiro/contracts/counted'
import type { Localized } from '@chaveiro/contracts/localized'

import { button, facts, goods, note, template, text, type Pictured } from './template.ts'

const moreProducts: Localized<(others: number) => string> = {
  'pt-BR': (n) => (n ? ` e mais ${counted(n, 'produto', 'produtos')}` : ''),
  'en-US': (n) => (n ? ` and ${counted(n, 'more product', 'more products')}` : ''),
}

/**
 * A week after delivery: asks a buyer for reviews of the order's products that have none; once for
 * an order.
 */
export const reviewInvite = template<{ products: readonly Pictured[] }>({
  kind: 'notice',
  sample: {
    products: [
      { name: 'Reinos de Basaltar', picture: '/cards/motif/demo-basaltar.png' },
      { name: 'Quimérica', picture: '/cards/motif/demo-quimerica.png' },
    ],
  },

  write: {
    'pt-BR': ({ products }, { site, name, link }) => ({
      subject: `O que você achou de ${products[0]!.name}${moreProducts['pt-BR'](products.length - 1)}?`,
      hint: 'Sua avaliação ajuda quem ainda vai escolher.',
      body: [
        text(`Olá, ${name}.`),
        text('Conte em poucas palavras como foi. Sua avaliação ajuda quem ainda vai escolher.'),
        goods({ link }, ...products),
        button('Avaliar', link('/dashboard/products')),
        note('Este convite é enviado uma única vez por pedido.'),
      ],
      why: `Você recebeu este e-mail porque comprou na ${site}.`,
    }),

    'en-US': ({ products }, { site, name, link }) => ({
      subject: `What do you think of ${products[0]!.name}${moreProducts['en-US'](products.length - 1)}?`,
      hint: 'Your review helps others choose.',
      body: [
        text(`Hello ${name},`),
        text('Tell us in a few words how it went. Your review helps others choose.'),
        goods({ link }, ...products),
        button('Write a review', link('/dashboard/products')),
        note('This invitation is sent only once per order.'),
      ],
      why: `You’re getting this email because you bought at ${site}.`,
    }),
  },
})

/** Staff answered a review; once for each review. */
export const reviewReply = template<{
  product: string
  picture?: string | undefined
  reply: string
}>({
  kind: 'notice',
  sample: {
    product: 'Reinos de Basaltar',
    picture: '/cards/motif/demo-basaltar.png',
    reply: 'Obrigada pela avaliação! A próxima versão já traz o que faltou.',
  },

  write: {
    'pt-BR': ({ product, picture, reply }, { site, name, link }) => ({
      subject: `${site} respondeu à sua avaliação`,
      hint: `Sobre ${product}.`,
      body: [
        text(`Olá, ${name}.`),
        text('A equipe respondeu ao que você disse.'),
        goods({ link }, { name: product, picture }),
        facts(['Resposta', reply]),
        button('Ver minhas compras', link('/dashboard/products')),
        note('Este aviso é enviado uma única vez por avaliação.'),
      ],
      why: `Você recebeu este e-mail porque avaliou ${product} na ${site}.`,
    }),

    'en-US': ({ product, picture, reply }, { site, name, link }) => ({
      subject: `${site} replied to your review`,
      hint: `About ${product}.`,
      body: [
        text(`Hello ${name},`),
        text('Our team replied to your review.'),
        goods({ link }, { name: product, picture }),
        facts(['Reply', reply]),
        button('See my purchases', link('/dashboard/products')),
        note('This notice is sent only once per review.'),
      ],
      why: `You’re getting this email because you reviewed ${product} at ${site}.`,
    }),
  },
})
