import { useTranslation } from 'react-i18next'

/** What happened and where the shop heard of it, in words; what has none yet is said as it is called. */
export function useStoryWords(): {
  happened(action: string): string
  from(source: string): string
} {
  const { t, i18n } = useTranslation('admin')
  return {
    happened(action) {
      const key = `adminOrders.event.${action}`
      return i18n.exists(`admin:${key}`) ? t(key as 'adminOrders.event.order.created') : action
    },
    from(source) {
      const key = `adminOrders.source.${source}`
      return i18n.exists(`admin:${key}`) ? t(key as 'adminOrders.source.shop') : source
    },
  }
}
