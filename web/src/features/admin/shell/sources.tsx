import { KeyRound, Package, ReceiptText, User } from 'lucide-react'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../api/call.ts'
import { money } from '../../../i18n/format.ts'
import { texts } from '../../../i18n/i18n.ts'
import { goTo } from '../../../routing/navigation.ts'
import { paths } from '../../../routing/paths.ts'
import { detailPath } from '../components/detail-page.tsx'
import type { PaletteSource } from '../components/palette.tsx'

const resultLimit = 4
const groupLabel = (key: 'users' | 'orders' | 'products' | 'keys') =>
  texts.t(`admin:palette.${key}`)

const userSource: PaletteSource = async (search, signal) =>
  (await call(adminApi.users.list, { query: { search, limit: resultLimit } }, { signal })).data.map(
    (user) => ({
      id: user.id,
      group: groupLabel('users'),
      label: user.name,
      hint: user.email,
      icon: <User aria-hidden />,
      run: () => void goTo(paths.adminSection('users', { search: user.email })),
    }),
  )

const orderSource: PaletteSource = async (search, signal) =>
  (
    await call(adminApi.orders.list, { query: { search, limit: resultLimit } }, { signal })
  ).orders.map((order) => ({
    id: order.id,
    group: groupLabel('orders'),
    label: order.orderNumber,
    hint: `${order.customer.name} · ${money(order.totalAmount, order.currency)}`,
    icon: <ReceiptText aria-hidden />,
    run: () => void goTo(detailPath('orders', order.id)),
  }))

const productSource: PaletteSource = async (search, signal) =>
  (
    await call(adminApi.products.list, { query: { search, limit: resultLimit } }, { signal })
  ).products.map((product) => ({
    id: product.id,
    group: groupLabel('products'),
    label: product.name,
    hint: money(product.price, product.currency),
    icon: <Package aria-hidden />,
    run: () => void goTo(paths.adminSection('products', { search: product.name })),
  }))

/**
 * Finds keys by their end, a block or the whole key; results show only the last four characters.
 */
const stockKeySource: PaletteSource = async (search, signal) =>
  (
    await call(adminApi.stock.list, { query: { search, limit: resultLimit } }, { signal })
  ).licenses.map((key) => ({
    id: key.id,
    group: groupLabel('keys'),
    label: key.maskedKey,
    hint: key.product?.name ?? '',
    icon: <KeyRound aria-hidden />,
    run: () => void goTo(paths.adminSection('stock', { search })),
  }))

/** Searches of the palette: users, orders, products and keys, by the lists' own search (Q35). */
export const paletteSources: readonly PaletteSource[] = [
  userSource,
  orderSource,
  productSource,
  stockKeySource,
]
