import type { Language } from '@chaveiro/contracts/limits'

// What the bot says. {name} is filled in.
const words = {
  unexpected: [
    'Algo deu errado do nosso lado. Tente de novo em um minuto.',
    'Something went wrong on our side. Please try again in a minute.',
  ],
  unknown: [
    'Não conheço este comando ou botão. Ele pode ser de uma versão antiga.',
    'I do not know this command or button. It may be from an old version.',
  ],
  elsewhere: ['Este servidor não é o da loja.', "This server is not the shop's."],
  notLinked: [
    'Para comprar aqui, ligue primeiro sua conta do Discord à sua conta da loja, nas configurações.',
    'To buy here, first link your Discord account to your shop account, in the settings.',
  ],
  link: ['Ligar minha conta', 'Link my account'],
  register: ['Criar conta', 'Create account'],
  banned: ['Sua conta na loja está suspensa.', 'Your shop account is suspended.'],
  staffOnly: [
    'Só a equipe da loja pode usar isto, com a conta do Discord ligada à conta da loja.',
    "Only the shop's staff can use this, with their Discord account linked to their shop account.",
  ],
  secondFactor: [
    'A loja exige a verificação em duas etapas da equipe. Ative-a nas configurações da loja.',
    "The shop demands two-factor authentication of its staff. Set it up in the shop's settings.",
  ],
  maintenance: [
    'A loja está em manutenção. Volte em breve.',
    'The shop is under maintenance. Please come back soon.',
  ],
  noProduct: [
    'Não encontrei este produto à venda: {name}',
    'I found no such product on sale: {name}',
  ],
  nothingOnSale: ['Nada à venda agora.', 'Nothing on sale right now.'],
  choose: ['Escolha um produto', 'Choose a product'],
  chooseBelow: ['Qual destes?', 'Which of these?'],
  soldOut: ['**{name}** está esgotado.', '**{name}** is sold out.'],
  notPix: [
    '**{name}** é vendido em dólares e não pode ser pago com PIX. Compre no site.',
    '**{name}** is sold in dollars and cannot be paid by PIX. Buy it on the site.',
  ],
  seeSite: ['Ver no site', 'See it on the site'],
  offer: [
    'Ao continuar você aceita os [termos da loja]({terms}). A chave fica só na sua conta do site, nunca neste canal.',
    "By going on you accept the [shop's terms]({terms}). The key is in your account on the site only, never in this channel.",
  ],
  quantity: ['Quantidade', 'Quantity'],
  quantityWrong: ['A quantidade vai de 1 a 99.', 'The quantity is 1 to 99.'],
  unitPrice: ['Preço', 'Price'],
  total: ['Total', 'Total'],
  pay: ['Aceito os termos e pago com PIX', 'I accept the terms and pay by PIX'],
  payTitle: ['Pagar com PIX', 'Pay by PIX'],
  cpf: ['CPF de quem paga', 'CPF of the payer'],
  cpfWrong: [
    'Este CPF não é válido. Aperte o botão de novo e confira os números.',
    'This CPF is not valid. Press the button again and check the digits.',
  ],
  coupon: ['Cupom (opcional)', 'Coupon (optional)'],
  preparing: ['⏳ Preparando o seu PIX…', '⏳ Preparing your PIX…'],
  pixTitle: ['PIX de {total}', 'PIX of {total}'],
  pixText: [
    '{product}\n\nAponte a câmera do banco para o QR code, ou copie o código:\n```\n{code}\n```',
    "{product}\n\nPoint your bank's camera at the QR code, or copy the code:\n```\n{code}\n```",
  ],
  expires: ['Expira', 'Expires'],
  discount: ['Desconto', 'Discount'],
  follow: ['Acompanhar no site', 'Follow it on the site'],
  support: ['Suporte', 'Support'],
  paidTitle: ['✅ Pagamento confirmado', '✅ Payment confirmed'],
  paidText: [
    '{product}\n\nSua chave está na página da compra, que só a sua conta abre por inteiro.',
    '{product}\n\nYour key is on the page of the purchase, which only your account sees in full.',
  ],
  paidOpen: ['Ver minha chave', 'See my key'],
  failedTitle: ['Pagamento não concluído', 'Payment not completed'],
  failedExpired: [
    'O PIX expirou antes de ser pago. Nada foi cobrado; se você pagou agora há pouco, a loja resolve.',
    'The PIX expired before it was paid. Nothing was charged; if you paid just now, the shop sorts it out.',
  ],
  failedReplaced: [
    'Este PIX foi trocado por outro mais novo. Não o pague.',
    'This PIX was replaced by a newer one. Do not pay it.',
  ],
  failedOther: ['O pagamento não foi concluído.', 'The payment was not completed.'],
  refundedTitle: ['Pagamento devolvido', 'Payment refunded'],
  failedOpen: ['Detalhes', 'Details'],
  notified: ['Notificação publicada: **{title}**', 'Notification published: **{title}**'],
  notifyWrong: [
    'Não publiquei: confira o título (até 200 letras) e a mensagem (até 4000).',
    'Not published: check the title (up to 200 letters) and the message (up to 4000).',
  ],
  shopPanel: [
    'Compre aqui mesmo com PIX: aperte o botão e escolha o produto. Só você vê a conversa.',
    'Buy right here by PIX: press the button and choose the product. Only you see the conversation.',
  ],
  shopPanelTitle: ['Loja', 'Shop'],
  shopPanelButton: ['Comprar', 'Buy'],
  ticketPanel: [
    'Precisa de ajuda? Aperte o botão e abrimos um canal só seu com a equipe.',
    'Do you need help? Press the button and we open a channel for you and the staff alone.',
  ],
  ticketPanelTitle: ['Atendimento', 'Support'],
  ticketPanelButton: ['Abrir ticket', 'Open a ticket'],
  panelDone: ['Painel publicado neste canal.', 'The panel is posted in this channel.'],
  panelFailed: [
    'Não posso escrever neste canal. Dê ao bot a permissão de enviar mensagens e links nele.',
    'I cannot write in this channel. Give the bot the permission to send messages and links in it.',
  ],
  ticketSubject: ['Sobre o que é?', 'What is it about?'],
  ticketOpened: [
    'Seu ticket **{ticket}** está aberto: {channel}',
    'Your ticket **{ticket}** is open: {channel}',
  ],
  ticketStanding: [
    'Você já tem o ticket **{ticket}** aberto: {channel}',
    'You already have ticket **{ticket}** open: {channel}',
  ],
  ticketWelcome: [
    'Olá, {name}. Conte aqui o que houve; a equipe responde neste canal.',
    'Hello, {name}. Tell us here what happened; staff answer in this channel.',
  ],
  ticketClose: ['Fechar ticket', 'Close ticket'],
  ticketSure: [
    'Fechar o ticket **{ticket}**? A conversa fica guardada e o canal é apagado.',
    'Close ticket **{ticket}**? The conversation is kept and the channel is deleted.',
  ],
  ticketYes: ['Sim, fechar', 'Yes, close it'],
  ticketClosing: [
    'Ticket **{ticket}** fechado. A conversa está sendo guardada e o canal some em instantes.',
    'Ticket **{ticket}** is closed. The conversation is being kept and the channel goes away in a moment.',
  ],
  ticketNone: ['Este canal não é de um ticket aberto.', 'This channel is not of an open ticket.'],
  ticketNotYours: [
    'Só quem abriu o ticket ou a equipe pode fechá-lo.',
    'Only who opened the ticket or the staff can close it.',
  ],
  working: ['⏳ Um momento…', '⏳ One moment…'],
} as const satisfies Record<string, readonly [pt: string, en: string]>
export type Word = keyof typeof words

/** What the bot says in a language. */
export function speak(language: Language, word: Word, given: Record<string, string> = {}): string {
  const [pt, en] = words[word]
  return (language === 'en-US' ? en : pt).replace(
    /\{(\w+)\}/g,
    (_, name: string) => given[name] ?? '',
  )
}
