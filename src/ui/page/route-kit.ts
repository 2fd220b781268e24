import { index, layout, route, type VirtualRouteNode } from '@tanstack/virtual-file-routes'

/** Route builders bound to one feature: files are named relative to `src/features/<name>/web/`. */
export const feature = (name: string) => {
  const at = (file: string) => `features/${name}/web/${file}`
  return {
    index: (file: string) => index(at(file)),
    route: (path: string, file: string, children?: VirtualRouteNode[]) =>
      children ? route(path, at(file), children) : route(path, at(file)),
  }
}

/** Puts pages behind the guards of `src/app/guards/<name>.tsx`. */
export const behind = (name: string, pages: VirtualRouteNode[]) => layout(name, `app/guards/${name}.tsx`, pages)
