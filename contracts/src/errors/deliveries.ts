import { ofNumber } from '../counted.ts'
import { refusal } from './refusal.ts'

/** Refusals about keys: in stock, delivered, and as licences. */
export const deliveryErrors = {
  'stock.short': refusal(409, ({ product, left }: { product: string; left: number }) => ({
    'pt-BR':
      `Estoque insuficiente de ${product}: ${ofNumber(left, 'resta', 'restam')} ${left}. ` +
      'Ajuste a quantidade e tente novamente. Nada foi cobrado.',
    'en-US': `Not enough stock of ${product}: ${left} left. Change the quantity and try again. Nothing was charged.`,
  })),

  'stock.not_found': refusal(404, {
    'pt-BR': 'Licença de estoque não encontrada.',
    'en-US': 'Stock licence not found.',
  }),
  'stock.none_added': refusal(409, {
    'pt-BR':
      'Nenhuma licença foi adicionada: todas as linhas estão vazias, repetidas ou já cadastradas.',
    'en-US': 'No licence was added: all lines are empty, repeated or already stored.',
  }),

  'stock.payment_open': refusal(409, {
    'pt-BR':
      'Esta licença está reservada para um pagamento em aberto. Aguarde o pagamento terminar ou cancele-o.',
    'en-US':
      'This licence is reserved for an open payment. Wait until the payment ends, or cancel it.',
  }),

  'stock.sold': refusal(409, {
    'pt-BR':
      'Esta licença já foi entregue e não pode ser excluída nem voltar ao estoque. ' +
      'Para suspender o uso, marque-a como revogada.',
    'en-US':
      'This licence has been delivered and can neither be deleted nor go back on the ' +
      'shelf. To stop its use, mark it as revoked.',
  }),

  'stock.used_by': refusal(400, {
    'pt-BR': 'Informe o e-mail e o nome de quem usa a licença.',
    'en-US': 'Enter the email and the name of who uses the licence.',
  }),
  'licence.not_found': refusal(404, {
    'pt-BR': 'Licença não encontrada.',
    'en-US': 'Licence not found.',
  }),
  'licence.not_active': refusal(409, {
    'pt-BR': 'Só uma licença ativa pode ter a chave trocada.',
    'en-US': 'Only an active licence can have its key replaced.',
  }),

  'licence.key_changed': refusal(409, {
    'pt-BR':
      'A chave desta licença acabou de ser trocada por outra pessoa. Recarregue e confira antes de trocar de novo.',
    'en-US':
      'The key of this licence has just been replaced by somebody else. Reload and check before you replace it again.',
  }),

  'licence.replacing': refusal(409, {
    'pt-BR': 'A troca da chave desta licença já foi pedida e espera pelo provedor.',
    'en-US': 'The replacement of this licence key has been asked for and waits for the provider.',
  }),
  'licence.none_left': refusal(409, ({ product }: { product: string }) => ({
    'pt-BR': `Não há outra chave de ${product} no estoque. Adicione uma e tente novamente.`,
    'en-US': `There is no other key of ${product} in stock. Add one and try again.`,
  })),
  'licence.key_needed': refusal(400, {
    'pt-BR': 'Informe a nova chave: este produto é entregue pela equipe.',
    'en-US': 'Enter the new key: this product is delivered by the team.',
  }),
  'licence.refunded': refusal(409, {
    'pt-BR': 'O pedido desta licença foi reembolsado: ela não pode ser restaurada.',
    'en-US': 'The order of this licence was refunded: it cannot be restored.',
  }),
  'delivery.not_found': refusal(404, {
    'pt-BR': 'Entrega não encontrada.',
    'en-US': 'Delivery not found.',
  }),
  'delivery.served': refusal(409, {
    'pt-BR': 'Esta unidade não espera mais por uma chave.',
    'en-US': 'This unit does not wait for a key any more.',
  }),
  'delivery.from_stock': refusal(409, {
    'pt-BR': 'Este produto é entregue pelo estoque: adicione a chave ao estoque dele.',
    'en-US': 'This product is delivered from stock: add the key to its stock.',
  }),
  'delivery.key_known': refusal(409, {
    'pt-BR': 'Esta chave já está no estoque ou já foi entregue.',
    'en-US': 'This key is already in stock or has already been delivered.',
  }),

  'delivery.disputed': refusal(409, {
    'pt-BR':
      'O pagamento está em disputa, ou o cliente desistiu: nada é entregue nem restaurado até isso terminar.',
    'en-US':
      'The payment is disputed, or the customer withdrew: nothing is delivered or restored until that ends.',
  }),

  'delivery.buyer_banned': refusal(409, {
    'pt-BR':
      'O comprador está banido: nada é entregue a ele. Remova o banimento ou devolva o valor pelo pedido.',
    'en-US':
      'The buyer is banned, so nothing is delivered. Lift the ban, or send the money back from the order.',
  }),

  'delivery.buyer_deleted': refusal(409, {
    'pt-BR': 'O comprador foi excluído: nada é entregue a ele. Devolva o valor pelo pedido.',
    'en-US': 'The buyer was deleted, so nothing is delivered. Send the money back from the order.',
  }),
  'delivery.not_minted': refusal(409, {
    'pt-BR': 'Só uma unidade do KeyAuth pode ser pedida de novo.',
    'en-US': 'Only a KeyAuth unit can be asked for again.',
  }),
}
