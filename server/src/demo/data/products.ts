import type { DemoProduct } from './demo-product.ts'
import { homeProducts } from './products-home.ts'
import { workProducts } from './products-work.ts'

/** Products of the demo shop, by category. */
export const demoProducts: readonly DemoProduct[] = [...homeProducts, ...workProducts]
