import type { RouteObject } from 'react-router'

/** Pages that need no session: register, login, forgot, reset. */
export const accountPublicPages: RouteObject[] = []

/** Pages behind the guard: the dashboard and its sections. */
export const accountPages: RouteObject[] = []
