import type { Localized } from '@chaveiro/contracts/localized'

/** The texts of the bot. */
export const chatWords = {
  unexpected: {
    'pt-BR': 'Algo deu errado do nosso lado. Tente de novo em um minuto.',
    'en-US': 'Something went wrong on our side. Please try again in a minute.',
  },
  unknown: {
    'pt-BR': 'Não conheço este comando ou botão. Ele pode ser de uma versão antiga.',
    'en-US': 'I do not know this command or button. It may be from an old version.',
  },
  elsewhere: {
    'pt-BR': 'Este servidor não é o da loja.',
    'en-US': "This server is not the shop's.",
  },
  notLinked: {
    'pt-BR':
      'Para comprar aqui, ligue primeiro sua conta do Discord à sua conta da loja, nas configurações.',
    'en-US': 'To buy here, first link your Discord account to your shop account, in the settings.',
  },
  link: { 'pt-BR': 'Ligar minha conta', 'en-US': 'Link my account' },
  register: { 'pt-BR': 'Criar conta', 'en-US': 'Create account' },
  banned: {
    'pt-BR': 'Sua conta na loja está banida.',
    'en-US': 'Your shop account is banned.',
  },
  staffOnly: {
    'pt-BR': 'Só a equipe da loja pode usar isto, com a conta do Discord ligada à conta da loja.',
    'en-US':
      "Only the shop's staff can use this, with their Discord account linked to their shop account.",
  },

  secondFactor: {
    'pt-BR':
      'A loja exige a verificação em duas etapas da equipe. Ative-a nas configurações da loja.',
    'en-US':
      "The shop demands two-factor authentication of its staff. Set it up in the shop's settings.",
  },

  maintenance: {
    'pt-BR': 'A loja está em manutenção. Volte em breve.',
    'en-US': 'The shop is under maintenance. Please come back soon.',
  },
  noProduct: ({ name }: { name: string }) => ({
    'pt-BR': `Não encontrei este produto à venda: ${name}`,
    'en-US': `I found no such product on sale: ${name}`,
  }),
  gone: {
    'pt-BR': 'Não encontrei este produto à venda.',
    'en-US': 'I found no such product on sale.',
  },
  nothingOnSale: { 'pt-BR': 'Nada à venda agora.', 'en-US': 'Nothing on sale right now.' },
  choose: { 'pt-BR': 'Escolha um produto', 'en-US': 'Choose a product' },
  chooseBelow: { 'pt-BR': 'Qual destes?', 'en-US': 'Which of these?' },
  soldOut: ({ name }: { name: string }) => ({
    'pt-BR': `**${name}** está esgotado.`,
    'en-US': `**${name}** is sold out.`,
  }),
  notPix: ({ name }: { name: string }) => ({
    'pt-BR': `**${name}** é vendido em dólares e não pode ser pago com PIX. Compre no site.`,
    'en-US': `**${name}** is sold in dollars and cannot be paid by PIX. Buy it on the site.`,
  }),
  seeSite: { 'pt-BR': 'Ver no site', 'en-US': 'See it on the site' },

  offer: ({ terms }: { terms: string }) => ({
    'pt-BR':
      `Ao continuar você aceita os [termos da loja](${terms}). A chave fica só na sua ` +
      'conta do site, nunca neste canal.',
    'en-US':
      `By going on you accept the [shop's terms](${terms}). The key is in your account ` +
      'on the site only, never in this channel.',
  }),

  quantity: { 'pt-BR': 'Quantidade', 'en-US': 'Quantity' },
  quantityWrong: { 'pt-BR': 'A quantidade vai de 1 a 99.', 'en-US': 'The quantity is 1 to 99.' },
  unitPrice: { 'pt-BR': 'Preço', 'en-US': 'Price' },
  total: { 'pt-BR': 'Total', 'en-US': 'Total' },
  pay: { 'pt-BR': 'Aceito os termos e pago com PIX', 'en-US': 'I accept the terms and pay by PIX' },
  payTitle: { 'pt-BR': 'Pagar com PIX', 'en-US': 'Pay by PIX' },
  cpf: { 'pt-BR': 'CPF de quem paga', 'en-US': 'CPF of the payer' },
  cpfWrong: {
    'pt-BR': 'Este CPF não é válido. Aperte o botão de novo e confira os números.',
    'en-US': 'This CPF is not valid. Press the button again and check the digits.',
  },
  coupon: { 'pt-BR': 'Cupom (opcional)', 'en-US': 'Coupon (optional)' },
  preparing: { 'pt-BR': '⏳ Preparando o seu PIX…', 'en-US': '⏳ Preparing your PIX…' },
  pixTitle: ({ total }: { total: string }) => ({
    'pt-BR': `PIX de ${total}`,
    'en-US': `PIX of ${total}`,
  }),
  pixText: ({ product, code }: { product: string; code: string }) => ({
    'pt-BR': `${product}\n\nAponte a câmera do banco para o QR code, ou copie o código:\n\`\`\`\n${code}\n\`\`\``,
    'en-US': `${product}\n\nPoint your bank's camera at the QR code, or copy the code:\n\`\`\`\n${code}\n\`\`\``,
  }),
  expires: { 'pt-BR': 'Expira', 'en-US': 'Expires' },
  discount: { 'pt-BR': 'Desconto', 'en-US': 'Discount' },
  follow: { 'pt-BR': 'Acompanhar no site', 'en-US': 'Follow it on the site' },
  support: { 'pt-BR': 'Suporte', 'en-US': 'Support' },
  paidTitle: { 'pt-BR': '✅ Pagamento confirmado', 'en-US': '✅ Payment confirmed' },
  paidText: ({ product }: { product: string }) => ({
    'pt-BR': `${product}\n\nSua chave está na página da compra, que só a sua conta abre por inteiro.`,
    'en-US': `${product}\n\nYour key is on the page of the purchase, which only your account sees in full.`,
  }),
  paidOpen: { 'pt-BR': 'Ver minha chave', 'en-US': 'See my key' },
  failedTitle: { 'pt-BR': 'Pagamento não concluído', 'en-US': 'Payment not completed' },

  failedExpired: {
    'pt-BR':
      'O PIX expirou antes de ser pago. Nada foi cobrado; se você pagou agora há pouco, a loja resolve.',
    'en-US':
      'The PIX expired before it was paid. Nothing was charged; if you paid just now, the shop sorts it out.',
  },

  failedReplaced: {
    'pt-BR': 'Este PIX foi trocado por outro mais novo. Não o pague.',
    'en-US': 'This PIX was replaced by a newer one. Do not pay it.',
  },
  failedOther: {
    'pt-BR': 'O pagamento não foi concluído.',
    'en-US': 'The payment was not completed.',
  },
  refundedTitle: { 'pt-BR': 'Pagamento devolvido', 'en-US': 'Payment refunded' },
  failedOpen: { 'pt-BR': 'Detalhes', 'en-US': 'Details' },
  notified: ({ title }: { title: string }) => ({
    'pt-BR': `Notificação publicada: **${title}**`,
    'en-US': `Notification published: **${title}**`,
  }),
  notifyWrong: {
    'pt-BR': 'Não publiquei: confira o título (até 200 letras) e a mensagem (até 4000).',
    'en-US': 'Not published: check the title (up to 200 letters) and the message (up to 4000).',
  },

  shopPanel: {
    'pt-BR':
      'Compre aqui mesmo com PIX: aperte o botão e escolha o produto. Só você vê a conversa.',
    'en-US':
      'Buy right here by PIX: press the button and choose the product. Only you see the conversation.',
  },

  shopPanelTitle: { 'pt-BR': 'Loja', 'en-US': 'Shop' },
  shopPanelButton: { 'pt-BR': 'Comprar', 'en-US': 'Buy' },
  ticketPanel: {
    'pt-BR': 'Precisa de ajuda? Aperte o botão e abrimos um canal só seu com a equipe.',
    'en-US':
      'Do you need help? Press the button and we open a channel for you and the staff alone.',
  },
  ticketPanelTitle: { 'pt-BR': 'Atendimento', 'en-US': 'Support' },
  ticketPanelButton: { 'pt-BR': 'Abrir ticket', 'en-US': 'Open a ticket' },
  panelDone: {
    'pt-BR': 'Painel publicado neste canal.',
    'en-US': 'The panel is posted in this channel.',
  },

  panelFailed: {
    'pt-BR':
      'Não posso escrever neste canal. Dê ao bot a permissão de enviar mensagens e links nele.',
    'en-US':
      'I cannot write in this channel. Give the bot the permission to send messages and links in it.',
  },

  ticketSubject: { 'pt-BR': 'Sobre o que é?', 'en-US': 'What is it about?' },
  ticketOpened: ({ ticket, channel }: { ticket: string; channel: string }) => ({
    'pt-BR': `Seu ticket **${ticket}** está aberto: ${channel}`,
    'en-US': `Your ticket **${ticket}** is open: ${channel}`,
  }),
  ticketStanding: ({ ticket, channel }: { ticket: string; channel: string }) => ({
    'pt-BR': `Você já tem o ticket **${ticket}** aberto: ${channel}`,
    'en-US': `You already have ticket **${ticket}** open: ${channel}`,
  }),
  ticketWelcome: ({ name }: { name: string }) => ({
    'pt-BR': `Olá, ${name}. Conte aqui o que houve; a equipe responde neste canal.`,
    'en-US': `Hello, ${name}. Tell us here what happened; staff answer in this channel.`,
  }),
  ticketClose: { 'pt-BR': 'Fechar ticket', 'en-US': 'Close ticket' },
  ticketSure: ({ ticket }: { ticket: string }) => ({
    'pt-BR': `Fechar o ticket **${ticket}**? A conversa fica guardada e o canal é apagado.`,
    'en-US': `Close ticket **${ticket}**? The conversation is kept and the channel is deleted.`,
  }),
  ticketYes: { 'pt-BR': 'Sim, fechar', 'en-US': 'Yes, close it' },
  ticketClosing: ({ ticket }: { ticket: string }) => ({
    'pt-BR': `Ticket **${ticket}** fechado. A conversa está sendo guardada e o canal some em instantes.`,
    'en-US': `Ticket **${ticket}** is closed. The conversation is being kept and the channel goes away in a moment.`,
  }),
  ticketNone: {
    'pt-BR': 'Este canal não é de um ticket aberto.',
    'en-US': 'This channel is not of an open ticket.',
  },
  ticketNotYours: {
    'pt-BR': 'Só quem abriu o ticket ou a equipe pode fechá-lo.',
    'en-US': 'Only who opened the ticket or the staff can close it.',
  },
  working: { 'pt-BR': '⏳ Um momento…', 'en-US': '⏳ One moment…' },
} satisfies Record<string, Localized | ((values: never) => Localized)>
