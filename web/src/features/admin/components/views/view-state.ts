import type { Column } from '../columns.ts'
import type { List } from '../use-list.ts'

/** The contents of a saved view: filters and sort as in the URL, and hidden columns. */
export type ViewState = { filters: Readonly<Record<string, string>>; hidden: readonly string[] }

/** A list with rows of any type; views need only its state in the URL. */
export type AnyList = Pick<List<unknown>, 'set' | 'neutral'> & {
  state: Record<string, string | number>
}

const parseColumns = (hide: string): string[] => hide.split(',').filter(Boolean)

/** The visible columns, always including the lead column. */
export const shownColumns = <Row>(columns: readonly Column<Row>[], hidden: readonly string[]) =>
  columns.filter(({ key, lead }) => lead || !hidden.includes(key))

/** The current state of the list without neutral values. */
export function currentViewState({ state, neutral }: AnyList): ViewState {
  const setFilters = Object.entries({ ...neutral, sort: '' })
    .filter(([key, none]) => state[key] !== none)
    .map(([key]) => [key, String(state[key])] as const)
  return { filters: Object.fromEntries(setFilters), hidden: parseColumns(String(state.hide)) }
}

const sortedState = ({ filters, hidden }: ViewState) =>
  JSON.stringify([Object.entries(filters).toSorted(), hidden.toSorted()])

/** Whether two views have the same filters, sort and hidden columns. */
export const isSameView = (one: ViewState, other: ViewState): boolean =>
  sortedState(one) === sortedState(other)

/** The query string that opens a view. */
export function viewAddress({ filters, hidden }: ViewState, id = ''): { search: string } {
  const searchParams = new URLSearchParams({
    ...filters,
    ...(hidden.length > 0 && { hide: hidden.join(',') }),
    ...(id && { view: id }),
  })
  return { search: String(searchParams) }
}
