/** What other slices may call of the materials library. */
export { loadMaterials, type Material, requireMaterials, type WantedMaterial } from './materials.ts'
