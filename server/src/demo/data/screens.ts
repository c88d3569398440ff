import type { DemoScreens } from './demo-screen.ts'
import { homeScreens } from './screens-home.ts'
import { workScreens } from './screens-work.ts'

/** The drawn screens of each product, by its slug. */
export const demoScreens: Readonly<Record<string, DemoScreens>> = { ...homeScreens, ...workScreens }
