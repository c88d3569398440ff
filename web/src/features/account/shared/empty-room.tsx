import { loadTexts } from '../../../i18n/i18n.ts'
import { useLate } from '../../../routing/late.ts'
import { EmptyState } from '../../../ui/states.tsx'
import type { EmptyTexts } from '../../shared/empty/blank.tsx'

/**
 * An empty account page: the text at once; drawing and three products on sale load later (P642).
 */
export function EmptyAccountPage(empty: EmptyTexts) {
  const LoadedEmptyState = useLate(true, async () => {
    const [module] = await Promise.all([
      import('../../shared/empty/nothing.tsx'),
      loadTexts('store'),
    ])
    return module.EmptyWithProducts
  })
  if (LoadedEmptyState) return <LoadedEmptyState {...empty} />

  return <EmptyState {...empty} />
}
