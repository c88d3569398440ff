import { Blank, type EmptyTexts } from '../../shared/empty/blank.tsx'
import { SearchSlot } from '../search/search-slot.tsx'

/**
 * A page for an address without content: what is missing, a link onward, and a search field where
 * the navbar has none.
 */
export const MissingPage = (texts: EmptyTexts) => (
  <div className="page grid max-w-xl flex-1 content-center py-8">
    <Blank heading pose="apart" {...texts}>
      <SearchSlot className="mt-3 w-full max-w-sm text-left lg:hidden" />
    </Blank>
  </div>
)
