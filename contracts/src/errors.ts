// One catalogue: code -> HTTP status and the text in both languages. {names} are filled from the failure's details;
// {left:resta|restam} is the word that suits the number {left}.
// Texts that clients look for ('Invalid credentials', 'reCAPTCHA', 'Muitas tentativas') stay inside the text (Q22).

import { accountErrors } from './account-errors.ts'
import { entry, type Entry } from './error-entry.ts'
import { moneyErrors } from './money-errors.ts'

export const errors = {
  ...accountErrors,
  'request.invalid': entry(
    400,
    'Confira o que foi informado: {fields}.',
    'Please check what you entered: {fields}.',
  ),
  'request.too_deep': entry(
    400,
    'O pedido tem listas dentro de listas demais para ser lido.',
    'The request has too many lists within lists to be read.',
  ),
  'request.slow': entry(
    408,
    'O pedido demorou demais para chegar. Tente novamente.',
    'The request took too long to arrive. Please try again.',
  ),
  'request.malformed': entry(
    400,
    'O pedido não pôde ser lido. Verifique o formato e tente novamente.',
    'The request could not be read. Check its format and try again.',
  ),
  'request.too_large': entry(413, 'O pedido é grande demais.', 'The request is too large.'),
  'request.media_type': entry(415, 'Envie os dados em JSON.', 'Send the data as JSON.'),
  'request.not_found': entry(404, 'Este endereço não existe.', 'This address does not exist.'),
  'auth.required': entry(
    401,
    'Acesso não autorizado. Por favor, faça login.',
    'Not authorised. Please log in.',
  ),
  'auth.invalid_credentials': entry(
    401,
    'Invalid credentials: e-mail ou senha incorretos.',
    'Invalid credentials: wrong email or password.',
  ),
  'auth.refresh_invalid': entry(
    401,
    'Sua sessão terminou. Faça login novamente.',
    'Your session has ended. Please log in again.',
  ),
  'auth.forbidden': entry(
    403,
    'Você não tem permissão para isso.',
    'You are not allowed to do this.',
  ),
  'account.charges_open': entry(
    409,
    'Esta pessoa tem cobranças em aberto, que estão sendo encerradas. Tente de novo em um minuto.',
    'This person has open charges, which are being closed. Try again in a minute.',
  ),
  'auth.banned': entry(403, 'Conta suspensa: {reason}', 'Account suspended: {reason}'),
  'auth.ip_banned': entry(
    403,
    'O acesso deste endereço está bloqueado: {reason}',
    'Access from this address is blocked: {reason}',
  ),
  'auth.two_factor_required': entry(
    403,
    'Digite o código do seu aplicativo de autenticação para concluir o login.',
    'Enter the code of your authenticator app to finish logging in.',
  ),
  'auth.origin': entry(
    403,
    'A origem do pedido não é permitida.',
    'The origin of this request is not allowed.',
  ),
  'rate.limited': entry(
    429,
    'Muitas tentativas. Tente novamente mais tarde.',
    'Too many attempts. Try again later.',
  ),
  'captcha.failed': entry(
    400,
    'Falha na verificação reCAPTCHA. Tente novamente.',
    'reCAPTCHA verification failed. Please try again.',
  ),
  'captcha.unavailable': entry(
    502,
    'O serviço reCAPTCHA não respondeu. Tente novamente em instantes.',
    'The reCAPTCHA service did not answer. Try again in a moment.',
  ),
  'security.ip_or_hwid_required': entry(
    400,
    'Informe um endereço IP ou um ID de hardware.',
    'Enter an IP address or a hardware id.',
  ),
  'security.ip_invalid': entry(400, 'O endereço IP é inválido.', 'The IP address is invalid.'),
  'security.expiry_invalid': entry(
    400,
    'A data de expiração é inválida ou já passou.',
    'The expiry date is invalid or has passed.',
  ),
  'security.ban_not_found': entry(
    404,
    'Este banimento não existe mais.',
    'This ban does not exist any more.',
  ),
  'settings.changed': entry(
    409,
    'Outra pessoa mudou as configurações enquanto isso. Recarregue para ver as mudanças.',
    'Somebody else changed the settings meanwhile. Reload to see the changes.',
  ),
  'chat.unconfigured': entry(
    409,
    'O Discord ainda não está configurado nesta loja.',
    'Discord is not set up in this shop yet.',
  ),
  'chat.link_invalid': entry(
    400,
    'Este pedido de conexão com o Discord expirou ou já foi usado. Conecte de novo.',
    'This request to link Discord has expired or was used. Link again.',
  ),
  'chat.taken': entry(
    409,
    'Esta conta do Discord já está conectada a outra conta da loja. Desconecte-a lá primeiro.',
    'This Discord account is already linked to another account of the shop. Unlink it there first.',
  ),
  'chat.unavailable': entry(
    502,
    'O Discord não respondeu. Tente novamente em instantes.',
    'Discord did not answer. Try again in a moment.',
  ),
  'role.not_found': entry(
    404,
    'Este cargo não existe mais na lista.',
    'This role is not on the list any more.',
  ),
  'cart.not_found': entry(404, 'Carrinho não encontrado.', 'Cart not found.'),
  'cart.empty': entry(409, 'O carrinho está vazio.', 'The cart is empty.'),
  'cart.currency': entry(
    409,
    'O carrinho aceita apenas produtos em {currency}.',
    'The cart only takes products in {currency}.',
  ),
  'cart.quantity': entry(
    409,
    'No máximo {max} de {product} por pedido. Diminua a quantidade no carrinho.',
    'At most {max} of {product} in one order. Lower the quantity in the cart.',
  ),
  'cart.stock': entry(
    409,
    'Só {left:resta|restam} {left} de {product}.',
    'Only {left} left of {product}.',
  ),
  'cart.out': entry(
    409,
    '{product} está esgotado no momento.',
    '{product} is out of stock at the moment.',
  ),
  'cart.unsellable': entry(
    409,
    '{product} não está mais à venda. Remova o item do carrinho para continuar.',
    '{product} is no longer for sale. Remove it from the cart to continue.',
  ),
  'cart.payment_open': entry(
    409,
    'Este carrinho tem um pagamento em aberto. Espere o prazo terminar ou cancele o pedido primeiro.',
    'This cart has an open payment. Wait until its time is over or cancel the order first.',
  ),
  'cart.paid': entry(
    409,
    'Este carrinho já foi comprado no pedido {number} e fica como está. Um novo carrinho o cliente abre ao escolher um produto.',
    'This cart was bought in order {number} and stays as it is. The customer opens a new one by choosing a product.',
  ),
  'cart.another_open': entry(
    409,
    'O cliente já tem outro carrinho em uso. Feche ou exclua o outro primeiro.',
    'The customer has another cart in use. Close or delete that one first.',
  ),
  'product.not_found': entry(404, 'Produto não encontrado.', 'Product not found.'),
  'product.unavailable': entry(
    409,
    'Este produto não está à venda no momento.',
    'This product is not for sale at the moment.',
  ),
  'product.changed': entry(
    409,
    'Outra pessoa alterou este produto enquanto você o editava. Confira os dados atuais e salve de novo.',
    'Somebody else changed this product while you were editing it. Check the current data and save again.',
  ),
  'product.category': entry(
    400,
    'Escolha uma categoria da lista.',
    'Choose a category from the list.',
  ),
  'category.not_found': entry(404, 'Categoria não encontrada.', 'Category not found.'),
  'category.name_taken': entry(
    409,
    'Já existe uma categoria com o nome {name}.',
    'There is already a category named {name}.',
  ),
  'category.default': entry(
    409,
    'A categoria {name} é a padrão da loja: não pode ser excluída nem mudar de nome.',
    "The category {name} is the shop's default: it cannot be deleted or renamed.",
  ),
  'upload.not_image': entry(
    400,
    'Este arquivo não é uma imagem que a loja aceite. Envie PNG, JPEG, WebP, AVIF ou GIF sem animação.',
    'This file is not a picture the shop takes. Send PNG, JPEG, WebP, AVIF or a GIF that does not move.',
  ),
  'upload.too_large': entry(
    413,
    'A imagem é grande demais: até {megabytes} MB e {megapixels} megapixels.',
    'The picture is too large: up to {megabytes} MB and {megapixels} megapixels.',
  ),
  'stock.short': entry(
    409,
    'Estoque insuficiente de {product}: {left:resta|restam} {left}. Ajuste a quantidade e tente novamente. Nada foi cobrado.',
    'Not enough stock of {product}: {left} left. Change the quantity and try again. Nothing was charged.',
  ),
  'stock.not_found': entry(404, 'Licença de estoque não encontrada.', 'Stock licence not found.'),
  'stock.none_added': entry(
    409,
    'Nenhuma licença foi adicionada: todas as linhas estão vazias, repetidas ou já cadastradas.',
    'No licence was added: all lines are empty, repeated or already stored.',
  ),
  'stock.payment_open': entry(
    409,
    'Esta licença está reservada para um pagamento em aberto. Aguarde o pagamento terminar ou cancele-o.',
    'This licence is reserved for an open payment. Wait until the payment ends, or cancel it.',
  ),
  'stock.sold': entry(
    409,
    'Esta licença já foi entregue e não pode ser excluída nem voltar ao estoque. Para suspender o uso, marque-a como revogada.',
    'This licence has been delivered and can neither be deleted nor go back on the shelf. To stop its use, mark it as revoked.',
  ),

  'stock.used_by': entry(
    400,
    'Informe o e-mail e o nome de quem usa a licença.',
    'Enter the email and the name of who uses the licence.',
  ),
  'licence.not_found': entry(404, 'Licença não encontrada.', 'Licence not found.'),

  'licence.not_active': entry(
    409,
    'Só uma licença ativa pode ter a chave trocada.',
    'Only an active licence can have its key replaced.',
  ),
  'licence.key_changed': entry(
    409,
    'A chave desta licença acabou de ser trocada por outra pessoa. Recarregue e confira antes de trocar de novo.',
    'The key of this licence has just been replaced by somebody else. Reload and check before you replace it again.',
  ),
  'licence.replacing': entry(
    409,
    'A troca da chave desta licença já foi pedida e espera pelo provedor.',
    'The replacement of this licence key has been asked for and waits for the provider.',
  ),
  'licence.none_left': entry(
    409,
    'Não há outra chave de {product} no estoque. Adicione uma e tente novamente.',
    'There is no other key of {product} in stock. Add one and try again.',
  ),
  'licence.key_needed': entry(
    400,
    'Informe a nova chave: este produto é entregue pela equipe.',
    'Enter the new key: this product is delivered by the team.',
  ),
  'delivery.not_found': entry(404, 'Entrega não encontrada.', 'Delivery not found.'),
  'delivery.served': entry(
    409,
    'Esta unidade não espera mais por uma chave.',
    'This unit does not wait for a key any more.',
  ),
  'delivery.from_stock': entry(
    409,
    'Este produto é entregue pelo estoque: adicione a chave ao estoque dele.',
    'This product is delivered from stock: add the key to its stock.',
  ),
  'delivery.key_known': entry(
    409,
    'Esta chave já está no estoque ou já foi entregue.',
    'This key is already in stock or has already been delivered.',
  ),
  'delivery.disputed': entry(
    409,
    'O pagamento deste pedido está em disputa: nada é entregue nem restaurado até ela terminar.',
    'The payment of this order is disputed: nothing is delivered or restored until that ends.',
  ),
  'delivery.buyer_banned': entry(
    409,
    'O comprador está banido: nada é entregue a ele. Remova o banimento ou devolva o valor pelo pedido.',
    'The buyer is banned: nothing is delivered to him. Lift the ban, or send the money back from the order.',
  ),
  'delivery.buyer_deleted': entry(
    409,
    'O comprador foi excluído: nada é entregue a ele. Devolva o valor pelo pedido.',
    'The buyer was deleted: nothing is delivered to him. Send the money back from the order.',
  ),
  'delivery.not_minted': entry(
    409,
    'Só uma unidade do KeyAuth pode ser pedida de novo.',
    'Only a KeyAuth unit can be asked for again.',
  ),
  'licence.refunded': entry(
    409,
    'O pedido desta licença foi reembolsado: ela não pode ser restaurada.',
    'The order of this licence was refunded: it cannot be restored.',
  ),
  'coupon.not_found': entry(404, 'Cupom não encontrado.', 'Coupon not found.'),
  'coupon.code_taken': entry(
    409,
    'Já existe um cupom com o código {code}.',
    'There is already a coupon with the code {code}.',
  ),
  'coupon.dates': entry(
    400,
    'A data final deve ser igual ou posterior à data inicial.',
    'The end date must not be before the start date.',
  ),
  'coupon.value': entry(
    400,
    'Em porcentagem, o valor vai de 0 a 100.',
    'As a percentage, the value goes from 0 to 100.',
  ),
  'coupon.limit': entry(
    409,
    'Este cupom já tem {used} {used:uso|usos}: o limite não pode ser menor. Desative-o para encerrar as vendas com ele.',
    'This coupon already has {used} {used:use|uses}: the limit cannot be lower. Deactivate it to end sales with it.',
  ),
  'coupon.unknown_products': entry(
    400,
    'Um dos produtos escolhidos não existe mais. Atualize a lista.',
    'One of the chosen products does not exist any more. Refresh the list.',
  ),
  'coupon.currency': entry(
    400,
    'Este cupom vale apenas para compras em reais.',
    'This coupon is only valid for purchases in BRL.',
  ),
  'coupon.min_purchase': entry(
    400,
    'Este cupom vale para compras a partir de {amount}.',
    'This coupon is valid for purchases from {amount}.',
  ),
  'coupon.first_purchase': entry(
    400,
    'Este cupom vale apenas para a primeira compra.',
    'This coupon is only valid for a first purchase.',
  ),
  'coupon.loyalty': entry(
    400,
    'Este cupom vale a partir de 3 compras concluídas.',
    'This coupon is valid after 3 completed purchases.',
  ),
  'coupon.bundle': entry(
    400,
    'Este cupom vale para pelo menos 2 produtos diferentes.',
    'This coupon is valid for at least 2 different products.',
  ),
  'coupon.products': entry(
    400,
    'Este cupom não vale para os produtos do carrinho.',
    'This coupon is not valid for the products in the cart.',
  ),
  'coupon.recovery': entry(
    400,
    'Este cupom não está disponível para a sua conta.',
    'This coupon is not available for your account.',
  ),
  'coupon.invalid': entry(409, 'Cupom inválido ou expirado.', 'Invalid or expired coupon.'),
  ...moneyErrors,
  'order.not_found': entry(404, 'Pedido não encontrado.', 'Order not found.'),
  'notification.none': entry(
    404,
    'Nenhuma notificação encontrada no sistema',
    'No notification found in the system',
  ),
  'notification.not_found': entry(404, 'Notificação não encontrada.', 'Notification not found.'),
  'order.unchanged': entry(
    409,
    'O pedido já está nessa situação; nada mudou.',
    'The order stands like that already; nothing changed.',
  ),
  'order.paid_meanwhile': entry(
    409,
    'O pagamento chegou neste meio-tempo e o pedido foi concluído. Para desfazê-lo, reembolse-o.',
    'The payment came meanwhile and the order is completed. To undo it, refund it.',
  ),
  'order.cancel_paid': entry(
    409,
    'Este pedido está pago e não pode ser cancelado. Para desfazê-lo, reembolse-o: o dinheiro volta e as licenças deixam de valer.',
    'This order is paid and cannot be cancelled. To undo it, refund it: the money goes back and the licences stop working.',
  ),
  'order.stays_paid': entry(
    409,
    'Este pedido está pago e não volta a esperar pagamento.',
    'This order is paid and does not wait for payment again.',
  ),
  'order.stays_refunded': entry(
    409,
    'O dinheiro deste pedido voltou ao cliente, e isso não se desfaz. Para vender de novo, o cliente faz outro pedido.',
    'The money of this order went back to the customer, which cannot be undone. To sell again, the customer places another order.',
  ),
  'order.nothing_paid': entry(
    409,
    'Este pedido não foi pago, então não há o que reembolsar. Um valor que chegou em parte é devolvido na mesa de pagamentos.',
    'This order was not paid, so there is nothing to refund. An amount that came in part is sent back at the payment desk.',
  ),
  'order.money_came': entry(
    409,
    'Chegou dinheiro para este pedido: decida sobre ele na mesa de pagamentos.',
    'Money came for this order: decide about it at the payment desk.',
  ),
  'order.being_paid': entry(
    409,
    'O cliente acaba de abrir um pagamento deste pedido. Veja como ele termina e tente novamente.',
    'The customer has just opened a payment of this order. See how it ends and try again.',
  ),
  'order.no_receipt': entry(
    409,
    'Só um pedido pago tem recibo.',
    'Only a paid order has a receipt.',
  ),

  'ticket.not_found': entry(404, 'Ticket não encontrado.', 'Ticket not found.'),
  'ticket.open': entry(
    409,
    'Feche o ticket antes de excluí-lo.',
    'Close the ticket before you delete it.',
  ),
  'ticket.archiving': entry(
    409,
    'A conversa do chat ainda está sendo guardada. Tente de novo em instantes.',
    'The conversation of the chat is still being kept. Try again in a moment.',
  ),
  'ticket.chat_failed': entry(
    502,
    'Não consegui abrir o canal do ticket. Tente de novo mais tarde.',
    "The ticket's channel could not be opened. Please try again later.",
  ),
  'ticket.closed': entry(
    409,
    'O ticket está fechado. Reabra-o para acrescentar mensagens.',
    'The ticket is closed. Open it again to add messages.',
  ),
  'desk.no_stock': entry(
    409,
    'Não há chave disponível para este pedido. Adicione estoque ou devolva o valor.',
    'There is no key available for this order. Add stock or refund it.',
  ),
  'desk.deposit_not_found': entry(404, 'Depósito não encontrado.', 'Deposit not found.'),
  'desk.deposit_done': entry(
    409,
    'Este depósito já foi tratado.',
    'This deposit has been dealt with.',
  ),
  'desk.other_coin': entry(
    409,
    'O pagamento espera outra moeda ou outra rede.',
    'The payment waits for another coin or another network.',
  ),
  'job.not_found': entry(
    404,
    'Esta tarefa já terminou ou não existe mais.',
    'This job has finished or does not exist any more.',
  ),
  'job.running': entry(
    409,
    'Esta tarefa está em execução agora. Espere ela terminar.',
    'This job is running now. Wait until it ends.',
  ),
  'state.illegal': entry(
    409,
    'Esta mudança de estado não é permitida: de “{from}” para “{to}”.',
    'This change of state is not allowed: from “{from}” to “{to}”.',
  ),
  maintenance: entry(503, '{message}', '{message}'),
  internal: entry(
    500,
    'Algo falhou do nosso lado. Nada foi perdido; tente novamente em instantes.',
    'Something failed on our side. Nothing was lost; try again in a moment.',
  ),
} as const satisfies Record<string, Entry>

export type ErrorCode = keyof typeof errors
