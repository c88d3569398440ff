import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import { paymentById } from '../payments.queries.ts'
import { qrSvg } from '../payments.views.ts'

const side = 400

/**
 * The address of a payment's PIX code as a picture, because chats take pictures by address only. It
 * is signed, since only the buyer may see the code.
 */
export const pixImageUrl = (app: App, paymentId: string): string =>
  `${app.config.publicUrl}/api/payment/pix-image/${paymentId}/${sign(app, paymentId)}`

/** The QR code of an open PIX payment as PNG, for whoever has its signed address. */
export async function pixImage(app: App, paymentId: string, signature: string): Promise<Buffer> {
  const [given, right] = [Buffer.from(signature), Buffer.from(sign(app, paymentId))]
  const payment =
    given.length === right.length && timingSafeEqual(given, right)
      ? await paymentById(app, paymentId)
      : null
  if (payment?.status !== 'pending' || payment.charge?.kind !== 'pix')
    throw fail('payment.not_found')
  const { default: sharp } = await import('sharp')
  return sharp(Buffer.from(qrSvg(payment.charge.code)))
    .resize(side, side, { kernel: 'nearest' })
    .png({ palette: true })
    .toBuffer()
}

const sign = (app: App, paymentId: string): string =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', app.config.storeSecret, '', 'pix image', 32)))
    .update(paymentId)
    .digest('base64url')
    .slice(0, 32)
