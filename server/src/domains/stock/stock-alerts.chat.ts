import type { App } from '../../platform/app.ts'
import { cutChat, plainChat } from '../../platform/chat-text.ts'
import { counted, ofNumber } from '../../platform/counted.ts'
import { throwIfTransient } from '../../ports/chat.ts'
import { unsoldOf } from './stock.queries.ts'

/** Whether staff hear of the stock in a channel of the chat server. */
export const hasStaffChannel = ({ providers, config }: App): boolean =>
  providers.chat !== null && config.chat.staffChannelId !== null

/** Tell staff in their channel that few keys of a product are left; an outage is tried again by the queue, a refusal is logged. */
export async function postStockLow(app: App, productId: string): Promise<void> {
  const product = await unsoldOf(app, productId)
  if (!product || !hasStaffChannel(app)) return
  const result = throwIfTransient(
    await app.providers.chat!.send(app.config.chat.staffChannelId!, {
      embeds: [
        {
          title: cutChat(plainChat(`Estoque baixo: ${product.name}`), 256),
          description: `${ofNumber(product.left, 'Resta', 'Restam')} ${counted(product.left, 'chave', 'chaves')} sem vender.`,
          url: `${app.config.publicUrl}/admin/stock`,
          color: 0xf0a020,
        },
      ],
      nonce: Buffer.from(productId.replaceAll('-', ''), 'hex').toString('base64url'),
    }),
  )
  if (result.kind !== 'ok')
    app.log.warn({ reason: result.reason }, 'low stock could not be told in the chat server')
}
