import { Activity, BadgeCheck, BarChart3, Bell, CreditCard, Folder, HandCoins, KeyRound, LifeBuoy, ListChecks, Package, PackageCheck, ReceiptText, ScrollText, Settings, ShieldBan, ShoppingCart, TicketPercent, Users, Warehouse, type LucideIcon } from 'lucide-react'
import type { AdminSection } from '../../../lib/paths.ts'

/** The 15 sections of the sidebar in their groups (B013); `key` is the second key of 'g …'. */
export const sectionGroups = [
  { text: 'shell.group.trade', sections: ['sales', 'transactions', 'carts'] },
  { text: 'shell.group.goods', sections: ['products', 'categories', 'licenses', 'stock', 'cupons'] },
  { text: 'shell.group.people', sections: ['tickets', 'users', 'security', 'notifications'] },
  { text: 'shell.group.house', sections: ['system', 'logs', 'settings'] },
] as const satisfies readonly { text: string; sections: readonly AdminSection[] }[]

export const sectionIcons: Record<AdminSection, LucideIcon> = {
  sales: BarChart3, transactions: CreditCard, carts: ShoppingCart, products: Package, categories: Folder, licenses: KeyRound, stock: Warehouse, cupons: TicketPercent,
  tickets: LifeBuoy, users: Users, security: ShieldBan, notifications: Bell, system: Activity, logs: ScrollText, settings: Settings, orders: ReceiptText, deliveries: PackageCheck, desk: HandCoins, jobs: ListChecks, discord: BadgeCheck,
}

/** The letter that goes to a section after 'g'. */
export const sectionKeys: Record<AdminSection, string> = {
  sales: 's', transactions: 't', carts: 'c', products: 'p', categories: 'k', licenses: 'l', stock: 'e', cupons: 'd',
  tickets: 'h', users: 'u', security: 'b', notifications: 'n', system: 'y', logs: 'a', settings: 'g', orders: 'o', deliveries: 'v', desk: 'm', jobs: 'f', discord: 'r',
}
