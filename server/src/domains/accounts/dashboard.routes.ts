import type { Api } from '@chaveiro/contracts'
import { methodName } from '@chaveiro/contracts/method-names'
import { defaultCategoryColor } from '@chaveiro/contracts/product-limits'

import type { App } from '../../platform/app.ts'
import type { Handlers } from '../../platform/http/mount.ts'
import { toWire } from '../../platform/text/money.ts'
import { unitStatus } from '../licences/licences.rules.ts'
import {
  figuresAndEnding,
  recentPayments,
  recentUnits,
  type EndingLicence,
  type RecentUnit,
} from './dashboard.queries.ts'

/** The overview page of a customer's account. */
export const dashboardRoutes: Pick<Handlers<Api['accounts']>, 'dashboard'> = {
  async dashboard(app, { principal, caller }) {
    const { figures, ending } = await figuresAndEnding(app, principal.userId, 5)
    const unitRows = await recentUnits(app, principal.userId, 5)
    const paymentRows = await recentPayments(app, principal.userId, 5)

    return {
      success: true as const,
      error: null,

      data: {
        user: {
          id: principal.userId,
          _id: principal.userId,
          name: principal.name,
          email: principal.email,
          role: principal.role,
        },

        dashboard: {
          totalOrders: figures.totalOrders,
          activeLicenses: figures.activeLicences,
          totalPayments: toWire(figures.paidCents),
          recentLicenses: unitRows.map((unit) => licenceView(app, unit)),

          recentPayments: paymentRows.map((row) => ({
            id: row.id,
            _id: row.id,
            status: row.status,
            amount: toWire(row.amountCents),
            currency: row.currency,
            paymentMethod: { type: row.method, name: methodName(row.method, caller.language) },
            createdAt: row.createdAt.toISOString(),
          })),

          endingSoon: ending.map(endingView),
          mailRefusedSince: figures.mailRefusedSince?.toISOString() ?? null,
        },
      },
    }
  },
}

const endingView = (row: EndingLicence) => ({
  id: row.id,
  _id: row.id,
  productId: row.productId,
  variantId: row.variantId,
  productName: row.name,
  expirationDate: row.expiresAt!.toISOString(),
  image: row.image,
  color: row.color ?? defaultCategoryColor,
  onSale: row.onSale,
})

function licenceView(app: App, unit: RecentUnit) {
  const licence = unit.status === null ? null : { status: unit.status, expiresAt: unit.expiresAt }
  const shownStatus = unitStatus(unit.unitStatus, licence, app.clock.now())

  return {
    id: unit.id,
    _id: unit.id,
    productName: unit.name,
    product: { name: unit.name },
    status: shownStatus,
    purchaseDate: unit.boughtAt.toISOString(),
    expirationDate: unit.expiresAt?.toISOString() ?? null,
    image: unit.image,
    color: unit.color ?? defaultCategoryColor,
    licenseKey:
      unit.licenceId && unit.keyCipher && shownStatus !== 'suspended'
        ? app.vault.open(unit.keyCipher, 'licences', unit.licenceId)
        : null,
  }
}
