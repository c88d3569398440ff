import { api } from '@chaveiro/contracts'

import { on, type Body } from './answers.ts'
import { alone, ids } from './samples.ts'

// Three products on sale, for any page that lists products.

export type Product = Body<typeof api.catalogue.featured>[number]

export const pincel: Product = {
  ...ids(1),
  slug: 'pincel-pro',
  name: 'Pincel Pro',
  description: 'Pinta em camadas',
  ...alone(1234.56),
  currency: 'BRL',
  image: null,
  category: { ...ids(40), name: 'arte', color: '#3b82f6' },
  provider: 'stock',
  status: 'active',
  isFeatured: true,
  stock: 'in',
  maxPerOrder: 3,
  metadata: { sellerType: 'multiloader', level: 7, expiration: 30 },
}

export const lapis: Product = {
  ...pincel,
  ...ids(2),
  name: 'Lápis Mini',
  description: 'Desenha à mão',
  ...alone(19.9),
  currency: 'USD',
  stock: 'low',
}

export const tinta: Product = {
  ...pincel,
  ...ids(3),
  name: 'Tinta Azul',
  description: 'Seca em um minuto',
  ...alone(0.07),
  stock: 'out',
}

/** The answer to the call for featured products. */
export const sold = on(api.catalogue.featured, [pincel, lapis, tinta])
