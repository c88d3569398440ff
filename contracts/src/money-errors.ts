import { entry, type Entry } from './error-entry.ts'

/** What is refused about payments and refunds. */
export const moneyErrors = {
  'payment.method_unavailable': entry(
    409,
    'Esta forma de pagamento não está disponível agora. Escolha outra.',
    'This payment method is not available now. Choose another one.',
  ),
  'payment.pix_currency': entry(
    409,
    'O PIX está disponível apenas para compras em reais.',
    'PIX is only available for purchases in BRL.',
  ),
  'payment.cpf_invalid': entry(400, 'CPF inválido.', 'Invalid CPF.'),
  'payment.pending': entry(
    409,
    'Já existe um pagamento em aberto para este carrinho.',
    'There is already an open payment for this cart.',
  ),
  'payment.already_paid': entry(
    409,
    'Este carrinho já foi pago. Veja seus pedidos.',
    'This cart has already been paid. See your orders.',
  ),
  'payment.amount': entry(
    409,
    'O valor está fora dos limites desta forma de pagamento.',
    'The amount is outside the limits of this payment method.',
  ),
  'payment.refused': entry(
    422,
    'O provedor recusou o pagamento. Nada foi cobrado. Tente outra forma de pagamento.',
    'The provider refused the payment. Nothing was charged. Try another payment method.',
  ),
  'payment.provider_failed': entry(
    502,
    'O provedor de pagamento não respondeu. Nada foi cobrado e o carrinho continua aqui. Tente novamente.',
    'The payment provider did not answer. Nothing was charged and your cart is kept. Try again.',
  ),
  'payment.too_many_open': entry(
    429,
    'Você já tem pagamentos em aberto ({most} é o máximo). Pague um deles ou espere o prazo terminar.',
    'You already have open payments ({most} at most). Pay one of them or wait until its time is over.',
  ),
  'payment.closed': entry(
    409,
    'Este pagamento foi encerrado enquanto era aberto. Nada foi cobrado. Comece de novo pelo carrinho.',
    'This payment was closed while it was being opened. Nothing was charged. Start again from the cart.',
  ),
  'payment.buyer_deleted': entry(
    409,
    'O comprador foi excluído e não pode receber o pedido. Devolva o valor ou encerre o caso.',
    'The buyer was deleted and cannot receive the order. Send the money back or close the case.',
  ),
  'payment.not_found': entry(404, 'Pagamento não encontrado.', 'Payment not found.'),
  'payment.reference_used': entry(
    409,
    'Esta referência já confirmou o pagamento do pedido {order}, de {customer}. Confira qual dos dois ela pagou.',
    'This reference has already confirmed the payment of order {order}, by {customer}. Check which of the two it paid.',
  ),
  'payment.order_paid': entry(
    409,
    'O pedido desta transação já foi pago por outra.',
    'The order of this transaction has already been paid by another one.',
  ),
  'payment.disputed': entry(
    409,
    'O valor está em disputa: nada é aceito, confirmado ou devolvido até ela terminar.',
    'The money is disputed: nothing is accepted, confirmed or sent back until that ends.',
  ),
  'payment.refund_open': entry(
    409,
    'A devolução desta transação já foi pedida e espera pelo provedor.',
    'The refund of this transaction has been requested and waits for the provider.',
  ),
  'payment.refund_by_hand': entry(
    409,
    'A loja não pode devolver este valor pelo provedor. Devolva-o por fora e informe a referência da devolução.',
    'The shop cannot send this money back through the provider. Return it by other means and give the reference of the return.',
  ),
  'payment.refund_refused': entry(
    422,
    'O provedor recusou a devolução: {reason}',
    'The provider refused the refund: {reason}',
  ),
  'payment.refund_changed': entry(
    409,
    'O valor que pode ser devolvido mudou enquanto você olhava. Recarregue e confira antes de devolver.',
    'What can be sent back changed while you were looking. Reload and check before you refund.',
  ),
  'infraction.not_found': entry(
    404,
    'Esta contestação não existe neste pagamento.',
    'This payment has no such fraud report.',
  ),
  'infraction.closed': entry(
    409,
    'Esta contestação já foi respondida ou decidida, ou o prazo terminou.',
    'This fraud report was answered or decided already, or its time is over.',
  ),
  'payment.refund_amount': entry(
    409,
    'O máximo a devolver é {most}.',
    'At most {most} can be sent back.',
  ),
  'chat.off': entry(
    404,
    'O chat não está configurado nesta loja.',
    'The chat is not configured in this shop.',
  ),
  'chat.unreachable': entry(404, 'O chat não responde agora.', 'The chat does not answer now.'),
  'chat.signature': entry(401, 'Assinatura inválida.', 'Invalid signature.'),
  'payment.webhook_refused': entry(400, 'Assinatura inválida.', 'Invalid signature.'),
} as const satisfies Record<string, Entry>
