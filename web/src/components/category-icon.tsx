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

const icons: Record<string, LucideIcon> = {
  landmark: Landmark,
  "trending-up": TrendingUp,
  cpu: Cpu,
  trophy: Trophy,
  palette: Palette,
  globe: Globe,
};

/** The icon of a category; a tag for a name that the site does not know. */
export function CategoryIcon({ name, size }: { name: string; size: number }) {
  const Icon = icons[name] ?? Tag;
  return <Icon size={size} strokeWidth={1.75} aria-hidden />;
}
