import { loadTexts } from '../../../i18n/i18n.ts'
import { useLate } from '../../../routing/late.ts'
import { EmptyState } from '../../../ui/states.tsx'
import type { EmptyTexts } from '../../shared/empty/blank.tsx'

/**
 * A room of the account that holds nothing yet says so at once; the family of keys and three
 * products that are sold come after the page (P642).
 */
export function EmptyRoom(empty: EmptyTexts) {
  const Nothing = useLate(true, async () => {
    const [module] = await Promise.all([
      import('../../shared/empty/nothing.tsx'),
      loadTexts('store'),
    ])
    return module.EmptyWithProducts
  })
  if (Nothing) return <Nothing {...empty} />

  return <EmptyState {...empty} />
}
