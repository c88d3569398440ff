import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { auditLog, licences, orderLines, orders, orderUnits } from '../../db/tables/index.ts'
import { isDuplicate, inTransaction } from '../../platform/database/transaction.ts'
import { newId } from '../../platform/secrets/ids.ts'
import { person, product } from '../../testing/make.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { openLicence, unitsOfOrder } from './licences.queries.ts'
import { expireLicences, issueLicences, type NewLicence } from './licences.service.ts'

describe('licences', () => {
  let testShop: TestShop
  beforeAll(async () => {
    testShop = await openTestShop()
  })
  afterAll(async () => {
    await testShop?.close()
  })

  /** A paid order of one line with its units, and the licence to issue for each. */
  async function bought(
    quantity: number,
    validityDays: number | null = 30,
  ): Promise<{ orderId: string; given: NewLicence[] }> {
    const who = await person(testShop.app)
    const { id: productId, name } = await product(testShop.app)
    const now = testShop.clock.now()
    const [orderId, lineId] = [newId(), newId()]

    await testShop.app.db.insert(orders).values({
      id: orderId,
      userId: who.userId,
      cartId: newId(),
      fingerprint: orderId,
      status: 'completed',
      currency: 'BRL',
      subtotalCents: 100,
      discountCents: 0,
      totalCents: 100,
      paymentMethod: 'pix',
      customerName: who.name,
      customerEmail: who.email,
      createdAt: now,
    })

    await testShop.app.db.insert(orderLines).values({
      id: lineId,
      orderId,
      position: 0,
      productId,
      variantId: productId,
      name,
      unitCents: 100,
      quantity,
      provider: 'stock',
      sellerType: 'multiloader',
      level: 1,
      validityDays,
    })

    const units = Array.from({ length: quantity }, (_, unitIndex) => ({
      id: newId(),
      orderId,
      lineId,
      unitIndex,
      variantId: productId,
      provider: 'stock' as const,
      createdAt: now,
    }))

    await testShop.app.db.insert(orderUnits).values(units)

    const given = units.map((unit) => ({
      unitId: unit.id,
      orderId,
      userId: who.userId,
      productId,
      variantId: productId,
      productName: name,
      variantName: '',
      stockKeyId: null,
      licenceKey: `CHAVE-${unit.id}`,
      priceCents: 100,
      currency: 'BRL' as const,
      customerName: who.name,
      customerEmail: who.email,
      validityDays,
    }))

    return { orderId, given }
  }

  const rowsOf = (orderId: string) =>
    testShop.app.db.select().from(licences).where(eq(licences.orderId, orderId))

  it('are sealed for their own row, found by their index, and last as many days as sold [S131]', async () => {
    const { orderId, given } = await bought(3, 7)
    await inTransaction(testShop.app, (tx) => issueLicences(tx, given))
    await inTransaction(testShop.app, (tx) => issueLicences(tx, []))
    const rows = await rowsOf(orderId)
    expect(rows).toHaveLength(3)

    for (const row of rows) {
      const { licenceKey } = given.find((one) => one.unitId === row.unitId)!
      expect(openLicence(testShop.app, row)).toBe(licenceKey)
      expect(row.keyCipher.toString('latin1')).not.toContain('CHAVE')
      expect(row.keyIndex).toEqual(testShop.app.vault.index(licenceKey, 'licence-key'))
      expect(row.last4).toBe(licenceKey.slice(-4))
      expect(row.expiresAt!.getTime() - row.createdAt.getTime()).toBe(7 * 86_400_000)
    }

    expect(() => openLicence(testShop.app, { ...rows[0]!, id: rows[1]!.id })).toThrow()
    expect((await unitsOfOrder(testShop.app, orderId)).map((unit) => unit.licenseKey)).toEqual(
      given.map((one) => one.licenceKey),
    )
  })

  it('a unit gets one licence and a key goes to one unit, whatever is attempted [S006]', async () => {
    const { orderId, given } = await bought(2)
    const tries = await Promise.allSettled(
      [0, 0, 0].map(() =>
        inTransaction(testShop.app, (tx) => issueLicences(tx, given.slice(0, 1))),
      ),
    )
    expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
    for (const one of tries)
      if (one.status === 'rejected') expect(isDuplicate(one.reason)).toBe(true)

    await expect(
      inTransaction(testShop.app, (tx) =>
        issueLicences(tx, [{ ...given[1]!, licenceKey: given[0]!.licenceKey }]),
      ),
    ).rejects.toThrow()

    expect(await rowsOf(orderId)).toHaveLength(1)

    expect((await unitsOfOrder(testShop.app, orderId)).map((unit) => unit.status)).toEqual([
      'active',
      'pending',
    ])
  })

  it('past their date become expired; others and revoked ones stay [S186]', async () => {
    const { orderId, given } = await bought(3, 1)
    await inTransaction(testShop.app, (tx) => issueLicences(tx, given))
    const [kept, revoked] = await rowsOf(orderId)
    await testShop.app.db.update(licences).set({ expiresAt: null }).where(eq(licences.id, kept!.id))

    await testShop.app.db
      .update(licences)
      .set({ status: 'revoked' })
      .where(eq(licences.id, revoked!.id))

    const statuses = async () => (await rowsOf(orderId)).map((row) => row.status).sort()
    await testShop.advance(86_399 - 60)
    await expireLicences(testShop.app)
    expect(await statuses()).toEqual(['active', 'active', 'revoked'])
    await testShop.advance(120)
    await Promise.all([expireLicences(testShop.app), expireLicences(testShop.app)])
    expect(await statuses()).toEqual(['active', 'expired', 'revoked'])
    const expired = (await rowsOf(orderId)).find((row) => row.status === 'expired')!
    expect(
      await testShop.app.db.select().from(auditLog).where(eq(auditLog.targetId, expired.id)),
    ).toMatchObject([{ action: 'licence.expired', actorId: null }])
  })
})
