import type { Language } from '../limits.ts'
import type { Localized } from '../localized.ts'
import { refusal } from './refusal.ts'

type Way = 'pix' | 'card' | 'crypto'

const methodTexts: Localized<Record<Way, readonly [itself: string, short: string]>> = {
  'pt-BR': {
    pix: ['O PIX', 'PIX'],
    card: ['O cartão', 'cartão'],
    crypto: ['O pagamento em cripto', 'cripto'],
  },
  'en-US': {
    pix: ['PIX', 'PIX'],
    card: ['Card payment', 'card'],
    crypto: ['Crypto payment', 'crypto'],
  },
}

const otherMethods = (language: Language, all: readonly Way[]): string =>
  new Intl.ListFormat(language, { type: 'disjunction' }).format(
    all.map((way) => methodTexts[language][way][1]),
  )

/** Refusals about orders, payments, refunds and manual review. */
export const paymentErrors = {
  'payment.method_unavailable': refusal(409, {
    'pt-BR': 'Esta forma de pagamento não está disponível agora. Escolha outra.',
    'en-US': 'This payment method is not available now. Choose another one.',
  }),
  'payment.pix_currency': refusal(409, {
    'pt-BR': 'O PIX está disponível apenas para compras em reais.',
    'en-US': 'PIX is only available for purchases in BRL.',
  }),
  'payment.cpf_invalid': refusal(400, { 'pt-BR': 'CPF inválido.', 'en-US': 'Invalid CPF.' }),
  'payment.cpf_not_kept': refusal(409, {
    'pt-BR': 'Seu CPF não está mais guardado. Digite-o para pagar.',
    'en-US': 'Your CPF is no longer kept. Type it to pay.',
  }),
  'payment.pending': refusal(409, {
    'pt-BR': 'Já existe um pagamento em aberto para este carrinho.',
    'en-US': 'There is already an open payment for this cart.',
  }),
  'payment.already_paid': refusal(409, {
    'pt-BR': 'Este carrinho já foi pago. Veja seus pedidos.',
    'en-US': 'This cart has already been paid. See your orders.',
  }),

  'payment.cnpj': refusal(400, {
    'pt-BR':
      'Isto é um CNPJ. Informe o CPF de quem compra: a licença fica na conta dessa pessoa, e a ' +
      'empresa pode pagar o código PIX da conta dela.',
    'en-US':
      'This is a CNPJ. Enter the CPF of the person who buys: the licence goes to their account, ' +
      'and the company may pay the PIX code from its own.',
  }),

  'payment.amount': refusal(409, ({ least }: { least: Localized }) => ({
    'pt-BR': `O cartão aceita a partir de ${least['pt-BR']}. Escolha outra forma de pagamento.`,
    'en-US': `Cards take ${least['en-US']} or more. Choose another payment method.`,
  })),
  'payment.total_changed': refusal(409, ({ total }: { total: Localized }) => ({
    'pt-BR': `O total mudou para ${total['pt-BR']}. Nada foi cobrado. Confira e pague de novo.`,
    'en-US': `The total is now ${total['en-US']}. Nothing was charged. Check it and pay again.`,
  })),
  'payment.refused': refusal(422, {
    'pt-BR': 'O pagamento foi recusado. Nada foi cobrado. Tente outra forma de pagamento.',
    'en-US': 'The payment was refused. Nothing was charged. Try another payment method.',
  }),
  'payment.not_answered': refusal(502, {
    'pt-BR': 'O serviço de pagamento não respondeu. Nada mudou; a loja pergunta de novo sozinha.',
    'en-US': 'The payment service did not answer. Nothing changed; the shop asks again by itself.',
  }),

  'payment.provider_failed': refusal(502, {
    'pt-BR':
      'O serviço de pagamento não respondeu. Nada foi cobrado e o carrinho continua aqui. Tente novamente.',
    'en-US':
      'The payment service did not answer. Nothing was charged and your cart is kept. Try again.',
  }),

  'payment.method_unstable': refusal(
    409,
    ({ method, instead }: { method: Way; instead: readonly Way[] }) => ({
      'pt-BR':
        `${methodTexts['pt-BR'][method][0]} está instável agora e nada foi cobrado. ` +
        (instead.length
          ? `Tente ${otherMethods('pt-BR', instead)}.`
          : 'Tente de novo em instantes.'),
      'en-US':
        `${methodTexts['en-US'][method][0]} is unstable right now and nothing was charged. ` +
        (instead.length ? `Try ${otherMethods('en-US', instead)}.` : 'Try again in a moment.'),
    }),
  ),

  'payment.too_many_open': refusal(429, ({ most }: { most: number }) => ({
    'pt-BR': `Você já tem pagamentos em aberto (${most} é o máximo). Pague um deles ou espere o prazo terminar.`,
    'en-US': `You already have open payments (${most} at most). Pay one of them or wait until its time is over.`,
  })),

  'payment.held_back': refusal(
    429,
    ({ product, minutes }: { product: string; minutes: number }) => ({
      'pt-BR':
        `Restam poucas unidades de ${product}, e pagamentos em aberto da sua conexão já reservam ` +
        `a parte dela. Pague um deles ou tente de novo em ${minutes} min.`,
      'en-US':
        `Few units of ${product} are left, and open payments from your connection already hold ` +
        `its share. Pay one of them or try again in ${minutes} min.`,
    }),
  ),

  'payment.closed': refusal(409, {
    'pt-BR':
      'Este pagamento foi encerrado enquanto era aberto. Nada foi cobrado. Comece de novo pelo carrinho.',
    'en-US':
      'This payment was closed while it was being opened. Nothing was charged. Start again from the cart.',
  }),

  'payment.buyer_deleted': refusal(409, {
    'pt-BR':
      'O comprador foi excluído e não pode receber o pedido. Devolva o valor ou encerre o caso.',
    'en-US':
      'The buyer was deleted and cannot receive the order. Send the money back or close the case.',
  }),

  'payment.not_found': refusal(404, {
    'pt-BR': 'Pagamento não encontrado.',
    'en-US': 'Payment not found.',
  }),

  'payment.reference_used': refusal(
    409,
    ({ order, customer }: { order: string; customer: string }) => ({
      'pt-BR':
        `Esta referência já confirmou o pagamento do pedido ${order}, de ${customer}. ` +
        'Confira qual dos dois ela pagou.',
      'en-US':
        `This reference has already confirmed the payment of order ${order}, by ` +
        `${customer}. Check which of the two it paid.`,
    }),
  ),

  'payment.order_paid': refusal(409, {
    'pt-BR': 'O pedido desta transação já foi pago por outra.',
    'en-US': 'The order of this transaction has already been paid by another one.',
  }),
  'payment.disputed': refusal(409, {
    'pt-BR': 'O valor está em disputa: nada é aceito, confirmado ou devolvido até ela terminar.',
    'en-US': 'The money is disputed: nothing is accepted, confirmed or sent back until that ends.',
  }),
  'payment.refund_open': refusal(409, {
    'pt-BR': 'A devolução desta transação já foi pedida e espera pelo provedor.',
    'en-US': 'The refund of this transaction has been requested and waits for the provider.',
  }),

  'payment.refund_by_hand': refusal(409, {
    'pt-BR':
      'A loja não pode devolver este valor pelo provedor. Devolva-o por fora e informe a referência da devolução.',
    'en-US':
      'The shop cannot send this money back through the provider. Return it by other ' +
      'means and give the reference of the return.',
  }),

  'payment.refund_refused': refusal(422, ({ reason }: { reason: string }) => ({
    'pt-BR': `O provedor recusou a devolução: ${reason}`,
    'en-US': `The provider refused the refund: ${reason}`,
  })),

  'payment.refund_changed': refusal(409, {
    'pt-BR':
      'O valor que pode ser devolvido mudou enquanto você olhava. Recarregue e confira antes de devolver.',
    'en-US':
      'What can be sent back changed while you were looking. Reload and check before you refund.',
  }),

  'payment.refund_amount': refusal(409, ({ most }: { most: Localized }) => ({
    'pt-BR': `O máximo a devolver é ${most['pt-BR']}.`,
    'en-US': `At most ${most['en-US']} can be sent back.`,
  })),
  'payment.webhook_refused': refusal(400, {
    'pt-BR': 'Assinatura inválida.',
    'en-US': 'Invalid signature.',
  }),
  'infraction.not_found': refusal(404, {
    'pt-BR': 'Esta contestação não existe neste pagamento.',
    'en-US': 'This payment has no such fraud report.',
  }),
  'infraction.closed': refusal(409, {
    'pt-BR': 'Esta contestação já foi respondida ou decidida, ou o prazo terminou.',
    'en-US': 'This fraud report was answered or decided already, or its time is over.',
  }),
  'order.not_found': refusal(404, {
    'pt-BR': 'Pedido não encontrado.',
    'en-US': 'Order not found.',
  }),
  'order.buyer_banned': refusal(409, {
    'pt-BR': 'Este cliente está banido e não recebe nada. Remova o banimento antes.',
    'en-US': 'This customer is banned and receives nothing. Lift the ban first.',
  }),
  'order.buyer_deleted': refusal(409, {
    'pt-BR': 'A conta deste cliente foi excluída: não há a quem entregar.',
    'en-US': 'The account of this customer was deleted: there is nobody to deliver to.',
  }),

  'order.request_key_used': refusal(409, ({ order }: { order: string }) => ({
    'pt-BR':
      `Este pedido já foi criado com outros dados: é o ${order}. Confira-o. ` +
      'Para criar mais um, feche esta janela e comece de novo.',
    'en-US':
      `This order was already made with other data: it is ${order}. Check it. ` +
      'To make one more, close this window and start again.',
  })),

  'order.unchanged': refusal(409, {
    'pt-BR': 'O pedido já está nessa situação; nada mudou.',
    'en-US': 'The order stands like that already; nothing changed.',
  }),
  'order.paid_meanwhile': refusal(409, {
    'pt-BR':
      'O pagamento chegou neste meio-tempo e o pedido foi concluído. Para desfazê-lo, reembolse-o.',
    'en-US': 'The payment came meanwhile and the order is completed. To undo it, refund it.',
  }),

  'order.cancel_paid': refusal(409, {
    'pt-BR':
      'Este pedido está pago e não pode ser cancelado. Para desfazê-lo, reembolse-o: o ' +
      'dinheiro volta e as licenças deixam de valer.',
    'en-US':
      'This order is paid and cannot be cancelled. To undo it, refund it: the money ' +
      'goes back and the licences stop working.',
  }),

  'order.stays_paid': refusal(409, {
    'pt-BR': 'Este pedido está pago e não volta a esperar pagamento.',
    'en-US': 'This order is paid and does not wait for payment again.',
  }),

  'order.stays_refunded': refusal(409, {
    'pt-BR':
      'O dinheiro deste pedido voltou ao cliente, e isso não se desfaz. Para vender de ' +
      'novo, o cliente faz outro pedido.',
    'en-US':
      'The money of this order went back to the customer, which cannot be undone. To ' +
      'sell again, the customer places another order.',
  }),

  'order.nothing_paid': refusal(409, {
    'pt-BR':
      'Este pedido não foi pago, então não há o que reembolsar. Um valor que chegou em ' +
      'parte é devolvido nas pendências de pagamento.',
    'en-US':
      'This order was not paid, so there is nothing to refund. An amount that came in ' +
      'part is sent back under payments to review.',
  }),

  'order.money_came': refusal(409, {
    'pt-BR': 'Chegou dinheiro para este pedido: decida sobre ele nas pendências de pagamento.',
    'en-US': 'Money came for this order: decide about it under payments to review.',
  }),
  'order.being_paid': refusal(409, {
    'pt-BR':
      'O cliente acaba de abrir um pagamento deste pedido. Veja como ele termina e tente novamente.',
    'en-US': 'The customer has just opened a payment of this order. See how it ends and try again.',
  }),
  'order.no_receipt': refusal(409, {
    'pt-BR': 'Só um pedido pago tem recibo.',
    'en-US': 'Only a paid order has a receipt.',
  }),
  'withdrawal.exists': refusal(409, {
    'pt-BR': 'Você já desistiu deste pedido. O pedido mostra como o valor volta.',
    'en-US':
      'You have withdrawn from this order already. The order shows how the money comes back.',
  }),
  'withdrawal.late': refusal(409, {
    'pt-BR': 'Os sete dias para desistir deste pedido já passaram. Fale com o suporte.',
    'en-US': 'The seven days to withdraw from this order are over. Talk to support.',
  }),
  'withdrawal.unpaid': refusal(409, {
    'pt-BR': 'Só é possível desistir de um pedido pago.',
    'en-US': 'Only a paid order can be withdrawn from.',
  }),
  'desk.no_stock': refusal(409, {
    'pt-BR': 'Não há chave disponível para este pedido. Adicione estoque ou devolva o valor.',
    'en-US': 'There is no key available for this order. Add stock or refund it.',
  }),
  'desk.deposit_not_found': refusal(404, {
    'pt-BR': 'Depósito não encontrado.',
    'en-US': 'Deposit not found.',
  }),
  'desk.deposit_done': refusal(409, {
    'pt-BR': 'Este depósito já foi tratado.',
    'en-US': 'This deposit has been dealt with.',
  }),
  'desk.other_coin': refusal(409, {
    'pt-BR': 'O pagamento espera outra moeda ou outra rede.',
    'en-US': 'The payment waits for another coin or another network.',
  }),
}
