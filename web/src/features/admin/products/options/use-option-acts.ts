import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../../api/call.ts'
import type { Undo } from '../../../../ui/toast.tsx'
import { confirm } from '../../components/confirm.tsx'
import { useChange } from '../../components/use-change.ts'
import type { Option } from './option-fields.ts'

/** Everything that shows options; a change reloads it. */
export const optionViews = [
  adminApi.variants.list,
  adminApi.products.list,
  adminApi.products.read,
  adminApi.stock.products,
] as const

/** What staff do with an option from the list: switch it on and off, delete it. */
export function useOptionActs() {
  const { t } = useTranslation('admin')
  const change = useChange(...optionViews)

  const setActive = (option: Option, active: boolean, undo?: Undo) =>
    change.run(
      () =>
        call(adminApi.variants.update, {
          params: { id: option.productId, variantId: option.id },
          body: { active },
        }),
      {
        failed: t('adminOptions.errorSave'),
        done: t(active ? 'adminOptions.activated' : 'adminOptions.deactivated', {
          name: option.name,
        }),
        undo,
      },
    )

  const toggle = (option: Option) =>
    setActive(option, !option.active, {
      label: t('kit.undo'),
      run: () => setActive(option, option.active),
    })

  async function remove(option: Option): Promise<void> {
    const question = {
      title: t('adminProducts.deleteTitle', { name: option.name }),
      text: t('adminOptions.deleteText'),
      act: t('adminOptions.deleteAct'),
    }

    if (!(await confirm(question))) return

    await change.run(
      () =>
        call(adminApi.variants.remove, {
          params: { id: option.productId, variantId: option.id },
        }),
      {
        failed: t('adminOptions.errorDelete'),
        done: t('adminOptions.deleted', { name: option.name }),
      },
    )

    // Also after a refusal: what was refused stands otherwise than it was shown.
    void change.reload()
  }

  return { toggle, remove, busy: change.busy }
}
