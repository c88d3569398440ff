import type { DemoProduct } from './demo-product.ts'
import { homeProducts } from './products-home.ts'
import { workProducts } from './products-work.ts'

export const demoProducts: readonly DemoProduct[] = [...homeProducts, ...workProducts]
