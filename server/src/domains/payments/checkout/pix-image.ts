import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import { matchesAny, signaturesOf } from '../../../platform/secrets/derived-keys.ts'
import { paymentById } from '../state/payments.queries.ts'
import { qrSvg } from './checkout.views.ts'

const sidePixels = 400

/**
 * The URL of a picture of a payment's PIX code, because chats load pictures by URL only. The URL is
 * signed, since only the buyer may see the code.
 */
export const pixImageUrl = (app: App, paymentId: string): string =>
  `${app.config.publicUrl}/api/payment/pix-image/${paymentId}/${validSignatures(app, paymentId)[0]}`

/** The QR code of an open PIX payment as PNG, for any reader with its signed URL. */
export async function pixImage(app: App, paymentId: string, signature: string): Promise<Buffer> {
  const payment = matchesAny(signature, validSignatures(app, paymentId))
    ? await paymentById(app, paymentId)
    : null
  if (payment?.status !== 'pending' || payment.charge?.kind !== 'pix')
    throw fail('payment.not_found')

  const { default: sharp } = await import('sharp')

  return sharp(Buffer.from(qrSvg(payment.charge.code)))
    .resize(sidePixels, sidePixels, { kernel: 'nearest' })
    .png({ palette: true })
    .toBuffer()
}

const validSignatures = (app: App, paymentId: string): string[] =>
  signaturesOf(app.config, 'pix image', paymentId).map((signature) =>
    signature.toString('base64url').slice(0, 32),
  )
