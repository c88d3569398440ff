import { counted, ofNumber } from '@chaveiro/contracts/counted'
import { defaultLanguage } from '@chaveiro/contracts/limits'
import { inLanguage, type Localized } from '@chaveiro/contracts/localized'

import type { App } from '../../platform/app.ts'
import { cutChat, plainChat } from '../../platform/text/chat-text.ts'
import { throwIfTransient } from '../../ports/chat.ts'
import { unsoldKeys } from './stock.queries.ts'

/** Whether staff are notified about stock in a channel of the chat server. */
export const hasStaffChannel = ({ providers, config }: App): boolean =>
  providers.chat !== null && config.chat.staffChannelId !== null

/** The message in the staff channel about a product with few keys left. */
export const stockLowText = ({
  name,
  left,
}: {
  name: string
  left: number
}): Localized<{ title: string; description: string }> => ({
  'pt-BR': {
    title: `Estoque baixo: ${name}`,
    description: `${ofNumber(left, 'Resta', 'Restam')} ${counted(left, 'chave', 'chaves')} sem vender.`,
  },
  'en-US': {
    title: `Low stock: ${name}`,
    description: `${counted(left, 'key', 'keys')} ${ofNumber(left, 'is', 'are')} left unsold.`,
  },
})

/**
 * Notify staff in their channel that few keys of a variant are left. The queue retries an outage; a
 * refusal is logged.
 */
export async function postStockLow(app: App, variantId: string): Promise<void> {
  const unsoldProduct = await unsoldKeys(app, variantId)
  if (!unsoldProduct || !hasStaffChannel(app)) return

  const { title, description } = inLanguage(defaultLanguage, stockLowText(unsoldProduct))

  const sendResult = throwIfTransient(
    await app.providers.chat!.send(app.config.chat.staffChannelId!, {
      embeds: [
        {
          title: cutChat(plainChat(title), 256),
          description,
          url: `${app.config.publicUrl}/admin/stock`,
          color: 0xf0a020,
        },
      ],
      nonce: Buffer.from(variantId.replaceAll('-', ''), 'hex').toString('base64url'),
    }),
  )

  if (sendResult.kind !== 'ok')
    app.log.warn({ reason: sendResult.reason }, 'low stock alert refused by the chat server')
}
