import { useTranslation } from 'react-i18next'

import { Button } from '../../../../ui/button.tsx'
import { join } from '../../../../ui/join.ts'
import type { Saved } from './use-saved.ts'

/** Saved replies above the field in which a slash was typed. */
export function SavedList({
  saved: { id, isOpen, found, chosen, insert },
  onManage,
}: {
  saved: Saved
  onManage(): void
}) {
  const { t } = useTranslation('admin')
  return (
    <>
      <p className="sr-only" role="status">
        {isOpen ? t('adminTickets.replies.found', { count: found.length }) : ''}
      </p>

      {isOpen && (
        <div className="grid gap-1 rounded-md border border-line bg-high p-1.5 shadow-pop">
          {found.length ? (
            <ul
              id={id}
              role="listbox"
              aria-label={t('adminTickets.replies.title')}
              className="max-h-44 overflow-y-auto"
            >
              {found.map((reply, i) => (
                <li
                  key={reply.id}
                  id={`${id}-${i}`}
                  role="option"
                  aria-selected={i === chosen}
                  ref={(item) => {
                    if (i === chosen) item?.scrollIntoView({ block: 'nearest' })
                  }}
                  // Keeps the focus in the text field.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => insert(reply)}
                  className={join(
                    'flex min-h-9 cursor-pointer items-center rounded-sm px-2 py-1 text-sm',
                    'wrap-anywhere pointer-coarse:min-h-11',
                    i === chosen ? 'bg-accent-soft' : 'hover:bg-raised',
                  )}
                >
                  <bdi>{reply.title}</bdi>
                </li>
              ))}
            </ul>
          ) : (
            <p className="px-2 py-1 text-sm text-muted">{t('adminTickets.replies.none')}</p>
          )}

          <Button size="sm" look="ghost" onClick={onManage}>
            {t('adminTickets.replies.manage')}
          </Button>
        </div>
      )}
    </>
  )
}
