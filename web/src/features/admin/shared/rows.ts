import type { AdminApi } from '@chaveiro/contracts/admin'

import type { Reply } from '../../../api/http.ts'

// Rows of the back office's lists, as their calls return them.

export type Cart = Reply<AdminApi['carts']['list']>['carts'][number]
export type Category = Reply<AdminApi['categories']['list']>[number]
export type Customer = Reply<AdminApi['customers']['read']>['customer']
export type Coupon = Reply<AdminApi['coupons']['list']>['cupons'][number]
export type FullTicket = Reply<AdminApi['tickets']['read']>['ticket']
export type Delivery = Reply<AdminApi['deliveries']['list']>['deliveries'][number]
export type DeskItem = Reply<AdminApi['desk']['list']>['payments'][number]
export type DeskPayment = Reply<AdminApi['desk']['read']>['payment']
export type FullOrder = Reply<AdminApi['orders']['read']>['order']
export type InboxTicket = Reply<AdminApi['supportDesk']['inbox']>['tickets'][number]
export type SavedReply = Reply<AdminApi['supportDesk']['replies']>['replies'][number]
export type Licence = Reply<AdminApi['licences']['list']>['licenses'][number]
export type Order = Reply<AdminApi['orders']['list']>['orders'][number]
export type ListedProduct = Reply<AdminApi['products']['list']>['products'][number]
export type Product = Reply<AdminApi['products']['read']>['product']
export type Provider = Reply<AdminApi['providers']['list']>['providers'][number]
export type Review = Reply<AdminApi['reviews']['list']>['reviews'][number]
export type RoleGrant = Reply<AdminApi['roles']['list']>['roles'][number]
export type Settings = Reply<AdminApi['settings']['read']>['settings']
export type StockKey = Reply<AdminApi['stock']['list']>['licenses'][number]
export type StockProduct = Reply<AdminApi['stock']['products']>['products'][number]
export type Ticket = Reply<AdminApi['tickets']['list']>['tickets'][number]
export type Transaction = Reply<AdminApi['transactions']['list']>['data']['transactions'][number]
export type Trial = Reply<AdminApi['providers']['try']>['trial']
export type User = Reply<AdminApi['users']['list']>['data'][number]
