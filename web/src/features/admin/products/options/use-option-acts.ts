import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../../api/call.ts'
import type { Undo } from '../../../../ui/toast.tsx'
import { confirm } from '../../components/confirm.tsx'
import { useChange } from '../../components/use-change.ts'
import type { Option } from './option-fields.ts'

/** Calls to reload after a change of an option. */
export const optionViews = [
  adminApi.variants.list,
  adminApi.products.list,
  adminApi.products.read,
  adminApi.stock.products,
] as const

/** Actions on an option in the list: activate, deactivate and delete. */
export function useOptionActs() {
  const { t } = useTranslation('admin')
  const optionChange = useChange(...optionViews)

  const setActive = (option: Option, active: boolean, undo?: Undo) =>
    optionChange.run(
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

  const toggleActive = (option: Option) =>
    setActive(option, !option.active, {
      label: t('kit.undo'),
      run: () => setActive(option, option.active),
    })

  async function removeOption(option: Option): Promise<void> {
    const confirmQuestion = {
      title: t('adminProducts.deleteTitle', { name: option.name }),
      text: t('adminOptions.deleteText'),
      act: t('adminOptions.deleteAct'),
    }

    if (!(await confirm(confirmQuestion))) return

    await optionChange.run(
      () =>
        call(adminApi.variants.remove, {
          params: { id: option.productId, variantId: option.id },
        }),
      {
        failed: t('adminOptions.errorDelete'),
        done: t('adminOptions.deleted', { name: option.name }),
      },
    )

    // Reload after a refusal too: another person may have changed the option.
    void optionChange.reload()
  }

  return { toggle: toggleActive, remove: removeOption, busy: optionChange.busy }
}
