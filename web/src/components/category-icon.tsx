import type { categories } from "@matinale/contracts/browser";
import {
  Cpu,
  Globe,
  Landmark,
  Palette,
  Tag,
  TrendingUp,
  Trophy,
  type LucideIcon,
} from "lucide-react";

type IconName = (typeof categories)[number]["iconName"];

const icons: Record<string, LucideIcon> = {
  landmark: Landmark,
  "trending-up": TrendingUp,
  cpu: Cpu,
  trophy: Trophy,
  palette: Palette,
  globe: Globe,
} satisfies Record<IconName, LucideIcon>;

/** The icon of a news category by its `iconName`; a tag for one that this page does not know. */
export function CategoryIcon({ name, size }: { name: string; size: number }) {
  const Icon = icons[name] ?? Tag;
  return <Icon size={size} />;
}
