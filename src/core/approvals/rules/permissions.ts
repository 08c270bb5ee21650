import type { PermissionName, Permissions } from '../../../shared/permissions'

/** Reading inside the workspace is on, everything else is off (S-396). */
export const DEFAULT_PERMISSIONS: Permissions = {
  readFiles: true,
  listFiles: true,
  rg: true,
  webFetch: false,
  webSearch: false,
  editFiles: false,
  editNotebooks: false,
  editSensitiveFiles: false,
  readFilesExternally: false,
  listFilesExternally: false,
  rgExternally: false,
  editFilesExternally: false,
  editNotebooksExternally: false,
}

/** What a permission depends on: without it, it is off too (S-397). */
const BASE: Readonly<Partial<Record<PermissionName, PermissionName>>> = {
  readFilesExternally: 'readFiles',
  listFilesExternally: 'listFiles',
  rgExternally: 'rg',
  editFilesExternally: 'editFiles',
  editNotebooksExternally: 'editNotebooks',
  editSensitiveFiles: 'editFiles',
}

/** The permission without which this one is off, or null (S-397). */
export function neededBy(name: PermissionName): PermissionName | null {
  return BASE[name] ?? null
}

/** The permissions that really hold: what depends on one that is off is off (S-397). */
export function effectivePermissions(given: Permissions): Permissions {
  const entries = Object.entries(given) as [PermissionName, boolean][]
  return Object.fromEntries(
    entries.map(([name, isOn]) => [name, isOn && given[BASE[name] ?? name]]),
  ) as Record<PermissionName, boolean>
}

/** Switches one permission; switching a base off switches off what depends on it (S-397). */
export function withPermission(given: Permissions, name: PermissionName, isOn: boolean): Permissions {
  return effectivePermissions({ ...given, [name]: isOn })
}
