import {
  Activity,
  BadgeCheck,
  BarChart3,
  Bell,
  CalendarCheck,
  CreditCard,
  Folder,
  HandCoins,
  KeyRound,
  LifeBuoy,
  ListChecks,
  MessageSquareQuote,
  Package,
  PackageCheck,
  ReceiptText,
  ScrollText,
  Settings,
  ShieldBan,
  ShoppingCart,
  TicketPercent,
  Users,
  Warehouse,
  type LucideIcon,
} from 'lucide-react'

import type { AdminSection } from '../../../routing/paths.ts'

/** Sections at the top of the menu, which staff use all day (P283). */
export const sectionsOnTop = [
  'today',
  'orders',
  'sales',
  'transactions',
  'carts',
  'tickets',
  'users',
] as const satisfies readonly AdminSection[]

/** The other sections in two groups that can be folded (B013, P404). */
export const foldingGroups = [
  {
    name: 'goods',
    text: 'shell.group.goods',
    sections: ['products', 'categories', 'licenses', 'stock', 'cupons'],
  },
  {
    name: 'house',
    text: 'shell.group.house',
    sections: ['notifications', 'security', 'system', 'logs', 'settings'],
  },
] as const satisfies readonly { name: string; text: string; sections: readonly AdminSection[] }[]

export const sectionIcons: Record<AdminSection, LucideIcon> = {
  today: CalendarCheck,
  sales: BarChart3,
  transactions: CreditCard,
  carts: ShoppingCart,
  products: Package,
  categories: Folder,
  licenses: KeyRound,
  stock: Warehouse,
  cupons: TicketPercent,
  tickets: LifeBuoy,
  users: Users,
  security: ShieldBan,
  notifications: Bell,
  system: Activity,
  logs: ScrollText,
  settings: Settings,
  orders: ReceiptText,
  deliveries: PackageCheck,
  desk: HandCoins,
  jobs: ListChecks,
  discord: BadgeCheck,
  reviews: MessageSquareQuote,
}

/** The letter that opens a section after 'g'. */
export const sectionKeys: Record<AdminSection, string> = {
  today: 'i',
  sales: 's',
  transactions: 't',
  carts: 'c',
  products: 'p',
  categories: 'k',
  licenses: 'l',
  stock: 'e',
  cupons: 'd',
  tickets: 'h',
  users: 'u',
  security: 'b',
  notifications: 'n',
  system: 'y',
  logs: 'a',
  settings: 'g',
  orders: 'o',
  deliveries: 'v',
  desk: 'm',
  jobs: 'f',
  discord: 'r',
  reviews: 'w',
}
