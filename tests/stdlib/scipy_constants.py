"""Every number of scipy.constants, and some rows of its table."""
import scipy.constants as c

for name in ("Avogadro Boltzmann Btu Btu_IT Btu_th G Julian_year N_A Planck R Rydberg Stefan_Boltzmann Wien acre alpha "
             "angstrom arcmin arcminute arcsec arcsecond astronomical_unit atm atmosphere atomic_mass atto au bar barrel bbl "
             "blob c calorie calorie_IT calorie_th carat centi day deci degree degree_Fahrenheit deka dyn dyne e eV "
             "electron_mass electron_volt elementary_charge epsilon_0 erg exa exbi femto fermi fine_structure fluid_ounce "
             "fluid_ounce_US fluid_ounce_imp foot g gallon gallon_US gallon_imp gas_constant gibi giga golden golden_ratio "
             "grain gram gravitational_constant h hbar hectare hecto horsepower hour hp inch k kgf kibi kilo kilogram_force "
             "kmh knot lb lbf light_year liter litre long_ton m_e m_n m_p m_u mach mebi mega metric_ton micro micron mil mile "
             "milli minute mmHg mph mu_0 nano nautical_mile neutron_mass ounce oz parsec pebi peta pi pico point pound "
             "pound_force proton_mass psi pt quecto quetta ronna ronto short_ton sigma slinch slug speed_of_light "
             "speed_of_sound stone survey_foot survey_mile tebi tera ton_TNT torr troy_ounce troy_pound u week yard year yobi "
             "yocto yotta zebi zepto zero_Celsius zetta").split():
    print(name, f"{getattr(c, name):.13g}")
for key in ("electron volt", "speed of light in vacuum", "Bohr radius", "proton mass", "Faraday constant"):
    print(key, c.physical_constants[key], c.value(key), c.unit(key))
print(round(c.convert_temperature(40, "Fahrenheit", "celsius"), 9), c.lambda2nu(2.0), c.nu2lambda(4.0))
