import { ofNumber } from '../counted.ts'
import type { Language } from '../limits.ts'
import type { Localized } from '../localized.ts'
import { couponLimits } from '../product-limits.ts'
import { wordOfField } from '../words.ts'
import { refusal } from './refusal.ts'

const fieldLabels = (fields: readonly string[], language: Language): string =>
  fields.map((field) => wordOfField(field, language)).join(', ')

/** Refusals about the cart, coupons and what is sold. */
export const catalogueErrors = {
  'cart.not_found': refusal(404, {
    'pt-BR': 'Carrinho não encontrado.',
    'en-US': 'Cart not found.',
  }),
  'cart.id_missing': refusal(400, {
    'pt-BR': 'ID do carrinho não encontrado.',
    'en-US': 'Cart id not found.',
  }),
  'cart.empty': refusal(409, { 'pt-BR': 'O carrinho está vazio.', 'en-US': 'The cart is empty.' }),
  'cart.currency': refusal(409, ({ currency }: { currency: string }) => ({
    'pt-BR': `O carrinho aceita apenas produtos em ${currency}.`,
    'en-US': `The cart only takes products in ${currency}.`,
  })),
  'cart.quantity': refusal(409, ({ max, product }: { max: number; product: string }) => ({
    'pt-BR': `No máximo ${max} de ${product} por pedido. Diminua a quantidade no carrinho.`,
    'en-US': `At most ${max} of ${product} in one order. Lower the quantity in the cart.`,
  })),

  'cart.limit_order': refusal(
    409,
    ({ product, min, max }: { product: string; min: number; max: number }) => ({
      'pt-BR': `${product}: de ${min} a ${max} por pedido.`,
      'en-US': `${product}: from ${min} to ${max} per order.`,
    }),
  ),

  'cart.limit_customer': refusal(
    409,
    ({ product, most, has }: { product: string; most: number; has: number }) => ({
      'pt-BR': `${product}: até ${most} por cliente. Você já comprou ${has}.`,
      'en-US': `${product}: up to ${most} per customer. You already bought ${has}.`,
    }),
  ),

  'cart.stock': refusal(409, ({ left, product }: { left: number; product: string }) => ({
    'pt-BR': `Só ${ofNumber(left, 'resta', 'restam')} ${left} de ${product}.`,
    'en-US': `Only ${left} left of ${product}.`,
  })),
  'cart.out': refusal(409, ({ product }: { product: string }) => ({
    'pt-BR': `${product} está esgotado no momento.`,
    'en-US': `${product} is out of stock at the moment.`,
  })),
  'cart.unsellable': refusal(409, ({ product }: { product: string }) => ({
    'pt-BR': `${product} não está mais à venda. Remova o item do carrinho para continuar.`,
    'en-US': `${product} is no longer for sale. Remove it from the cart to continue.`,
  })),

  'cart.payment_open': refusal(409, {
    'pt-BR':
      'Este carrinho tem um pagamento em aberto. Espere o prazo terminar ou cancele o pedido primeiro.',
    'en-US':
      'This cart has an open payment. Wait until its time is over or cancel the order first.',
  }),

  'cart.paid': refusal(409, ({ number }: { number: string }) => ({
    'pt-BR':
      `Este carrinho já foi comprado no pedido ${number} e fica como está. Um novo ` +
      'carrinho o cliente abre ao escolher um produto.',
    'en-US':
      `This cart was bought in order ${number} and stays as it is. The customer opens a ` +
      'new one by choosing a product.',
  })),

  'cart.another_open': refusal(409, {
    'pt-BR': 'O cliente já tem outro carrinho em uso. Feche ou exclua o outro primeiro.',
    'en-US': 'The customer has another cart in use. Close or delete that one first.',
  }),
  'coupon.not_found': refusal(404, {
    'pt-BR': 'Cupom não encontrado.',
    'en-US': 'Coupon not found.',
  }),
  'coupon.code_taken': refusal(409, ({ code }: { code: string }) => ({
    'pt-BR': `Já existe um cupom com o código ${code}.`,
    'en-US': `There is already a coupon with the code ${code}.`,
  })),
  'coupon.dates': refusal(400, {
    'pt-BR': 'A data final deve ser igual ou posterior à data inicial.',
    'en-US': 'The end date must not be before the start date.',
  }),
  'coupon.value': refusal(400, {
    'pt-BR': 'Em porcentagem, o valor vai de 0 a 100.',
    'en-US': 'As a percentage, the value goes from 0 to 100.',
  }),

  'coupon.limit': refusal(409, ({ used }: { used: number }) => ({
    'pt-BR':
      `Este cupom já tem ${used} ${ofNumber(used, 'uso', 'usos')}: o limite não pode ser ` +
      'menor. Desative-o para encerrar as vendas com ele.',
    'en-US':
      `This coupon already has ${used} ${ofNumber(used, 'use', 'uses')}: the limit ` +
      'cannot be lower. Deactivate it to end sales with it.',
  })),

  'coupon.unknown_products': refusal(400, {
    'pt-BR': 'Um dos produtos escolhidos não existe mais. Atualize a lista.',
    'en-US': 'One of the chosen products does not exist any more. Refresh the list.',
  }),
  'coupon.currency': refusal(400, {
    'pt-BR': 'Este cupom vale apenas para compras em reais.',
    'en-US': 'This coupon is only valid for purchases in BRL.',
  }),
  'coupon.min_purchase': refusal(400, ({ amount }: { amount: Localized }) => ({
    'pt-BR': `Este cupom vale para compras a partir de ${amount['pt-BR']}.`,
    'en-US': `This coupon is valid for purchases from ${amount['en-US']}.`,
  })),
  'coupon.first_purchase': refusal(400, {
    'pt-BR': 'Este cupom vale apenas para a primeira compra.',
    'en-US': 'This coupon is only valid for a first purchase.',
  }),
  'coupon.loyalty': refusal(400, {
    'pt-BR': `Este cupom vale a partir de ${couponLimits.loyaltyOrders} compras concluídas.`,
    'en-US': `This coupon is valid after ${couponLimits.loyaltyOrders} completed purchases.`,
  }),
  'coupon.bundle': refusal(400, {
    'pt-BR': `Este cupom vale para pelo menos ${couponLimits.bundleProducts} produtos diferentes.`,
    'en-US': `This coupon is valid for at least ${couponLimits.bundleProducts} different products.`,
  }),
  'coupon.products': refusal(400, {
    'pt-BR': 'Este cupom não vale para os produtos do carrinho.',
    'en-US': 'This coupon is not valid for the products in the cart.',
  }),
  'coupon.recovery': refusal(400, {
    'pt-BR': 'Este cupom não está disponível para a sua conta.',
    'en-US': 'This coupon is not available for your account.',
  }),
  'coupon.invalid': refusal(409, {
    'pt-BR': 'Cupom inválido ou expirado.',
    'en-US': 'Invalid or expired coupon.',
  }),
  'product.not_found': refusal(404, {
    'pt-BR': 'Produto não encontrado.',
    'en-US': 'Product not found.',
  }),
  'product.unavailable': refusal(409, {
    'pt-BR': 'Este produto não está à venda no momento.',
    'en-US': 'This product is not for sale at the moment.',
  }),

  'product.changed': refusal(409, {
    'pt-BR':
      'Outra pessoa alterou este produto enquanto você o editava. Confira os dados atuais e salve de novo.',
    'en-US':
      'Somebody else changed this product while you were editing it. Check the current data and save again.',
  }),

  'product.category': refusal(400, {
    'pt-BR': 'Escolha uma categoria da lista.',
    'en-US': 'Choose a category from the list.',
  }),
  'variant.not_found': refusal(404, {
    'pt-BR': 'Opção não encontrada.',
    'en-US': 'Option not found.',
  }),
  'variant.choose': refusal(409, {
    'pt-BR': 'Há mais de uma opção deste produto no carrinho. Escolha qual mudar.',
    'en-US':
      'There is more than one option of this product in the cart. Choose which one to change.',
  }),
  'variant.first': refusal(409, {
    'pt-BR': 'A primeira opção não pode ser excluída. Desative-a para tirá-la da loja.',
    'en-US': 'The first option cannot be deleted. Deactivate it to take it from the shop.',
  }),
  'variant.name_taken': refusal(409, ({ name }: { name: string }) => ({
    'pt-BR': `Este produto já tem uma opção com o nome ${name}.`,
    'en-US': `This product already has an option named ${name}.`,
  })),
  'variant.name_needed': refusal(400, {
    'pt-BR': 'Com mais de uma opção, cada uma precisa de um nome.',
    'en-US': 'With more than one option, each needs a name.',
  }),
  'variant.compare_at': refusal(400, {
    'pt-BR': 'O preço anterior deve ser maior que o preço.',
    'en-US': 'The compare-at price must be higher than the price.',
  }),
  'variant.delivery': refusal(400, ({ fields }: { fields: readonly string[] }) => ({
    'pt-BR': `Esta forma de entrega não combina com: ${fieldLabels(fields, 'pt-BR')}.`,
    'en-US': `This kind of delivery does not go with: ${fieldLabels(fields, 'en-US')}.`,
  })),
  'price.past': refusal(400, {
    'pt-BR': 'Esse momento já passou. Escolha um que ainda vem, ou deixe começar agora.',
    'en-US': 'That moment is over. Choose one to come, or let it start now.',
  }),
  'price.order': refusal(400, {
    'pt-BR': 'O fim do preço programado deve vir depois do começo.',
    'en-US': 'The end of a scheduled price must come after its start.',
  }),

  'price.overlap': refusal(409, {
    'pt-BR':
      'Já há um preço programado para esse período. Cancele o outro ou escolha outro momento.',
    'en-US':
      'There is a scheduled price for that time already. Cancel the other or choose another moment.',
  }),

  'price.full': refusal(409, ({ most }: { most: number }) => ({
    'pt-BR': `Um produto tem no máximo ${most} preços programados ao mesmo tempo.`,
    'en-US': `A product has at most ${most} scheduled prices at a time.`,
  })),
  'price.plan_not_found': refusal(404, {
    'pt-BR': 'Preço programado não encontrado.',
    'en-US': 'Scheduled price not found.',
  }),
  'price.plan_over': refusal(409, {
    'pt-BR': 'Este preço programado já terminou. Atualize a lista.',
    'en-US': 'This scheduled price is over already. Refresh the list.',
  }),
  'price.currency': refusal(409, {
    'pt-BR': 'Há preço programado na moeda atual. Cancele-o antes de trocar a moeda.',
    'en-US':
      'A price is scheduled in the present currency. Cancel it before you change the currency.',
  }),
  'product.slug_taken': refusal(409, {
    'pt-BR': 'Este endereço já é de outro produto.',
    'en-US': 'This address already belongs to another product.',
  }),
  'text.refused': refusal(400, ({ field }: { field: string }) => ({
    'pt-BR': `O texto de ${wordOfField(field, 'pt-BR')} é grande ou profundo demais.`,
    'en-US': `The text of ${wordOfField(field, 'en-US')} is too long or too deep.`,
  })),
  'gallery.full': refusal(409, ({ most }: { most: number }) => ({
    'pt-BR': `A galeria tem no máximo ${most} imagens.`,
    'en-US': `The gallery holds at most ${most} pictures.`,
  })),
  'category.not_found': refusal(404, {
    'pt-BR': 'Categoria não encontrada.',
    'en-US': 'Category not found.',
  }),
  'category.name_taken': refusal(409, ({ name }: { name: string }) => ({
    'pt-BR': `Já existe uma categoria com o nome ${name}.`,
    'en-US': `There is already a category named ${name}.`,
  })),
  'category.default': refusal(409, ({ name }: { name: string }) => ({
    'pt-BR': `A categoria ${name} é a padrão da loja: não pode ser excluída nem mudar de nome.`,
    'en-US': `The category ${name} is the shop's default: it cannot be deleted or renamed.`,
  })),

  'upload.not_image': refusal(400, {
    'pt-BR':
      'Este arquivo não é uma imagem que a loja aceite. Envie PNG, JPEG, WebP, AVIF ou GIF sem animação.',
    'en-US':
      'This file is not a picture the shop takes. Send PNG, JPEG, WebP, AVIF or a GIF that does not move.',
  }),

  'upload.heic': refusal(400, {
    'pt-BR':
      'Esta foto está em HEIC, o formato do iPhone, que a loja não abre. ' +
      'Salve ou exporte a foto como JPEG, PNG ou WebP e envie de novo.',
    'en-US':
      'This photo is HEIC, the format of iPhones, which the shop cannot open. ' +
      'Save or export it as JPEG, PNG or WebP and send it again.',
  }),

  'upload.pixels': refusal(413, ({ megapixels }: { megapixels: number }) => ({
    'pt-BR':
      `A imagem tem pontos demais: largura × altura pode dar até ${megapixels} megapixels. ` +
      'Diminua a imagem e envie de novo.',
    'en-US':
      `The picture has too many pixels: width × height may be up to ${megapixels} megapixels. ` +
      'Make it smaller and send it again.',
  })),

  'upload.moving': refusal(400, {
    'pt-BR': 'A imagem se mexe. Envie uma parada: PNG, JPEG, WebP, AVIF ou GIF de um só quadro.',
    'en-US':
      'The picture moves. Send one that stands still: PNG, JPEG, WebP, AVIF or a GIF of one frame.',
  }),
  'upload.broken': refusal(400, {
    'pt-BR': 'A imagem está incompleta ou danificada. Exporte-a de novo e envie outra vez.',
    'en-US': 'The picture is incomplete or damaged. Export it again and send it once more.',
  }),

  'upload.too_large': refusal(
    413,
    ({ megabytes, megapixels }: { megabytes: number; megapixels: number }) => ({
      'pt-BR': `A imagem é grande demais: até ${megabytes} MB e ${megapixels} megapixels.`,
      'en-US': `The picture is too large: up to ${megabytes} MB and ${megapixels} megapixels.`,
    }),
  ),
}
