// The back office's calls; apart from the shop's, so that a visitor's browser never loads them.
import { users } from './users.ts'
import { products } from './products.ts'
import { categories } from './categories.ts'
import { deliveries } from './deliveries.ts'
import { licences } from './licences.ts'
import { roles } from './roles.ts'
import { stock } from './stock.ts'
import { coupons } from './coupons.ts'
import { carts } from './carts.ts'
import { orders } from './orders.ts'
import { transactions } from './transactions.ts'
import { tickets } from './tickets.ts'
import { notifications } from './notifications.ts'
import { security } from './security.ts'
import { system } from './system.ts'
import { settings } from './settings.ts'
import { audit } from './audit.ts'
import { statistics } from './statistics.ts'
import { jobs } from './jobs.ts'
import { desk } from './desk.ts'

/** Every call of the back office, by section: the server mounts them, the browser's admin chunk calls them, the OpenAPI document lists them. */
export const adminApi = { users, products, categories, deliveries, licences, stock, coupons, carts, orders, transactions, tickets, notifications, security, system, settings, audit, statistics, jobs, desk, roles }
export type AdminApi = typeof adminApi
