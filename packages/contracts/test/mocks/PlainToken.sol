// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IReceiveWithAuthorization} from "../../src/IReceiveWithAuthorization.sol";

/// @notice A token that checks no signature, as the base of tokens that misbehave otherwise.
abstract contract PlainToken is ERC20("Plain", "PLAIN"), IReceiveWithAuthorization {
    function mint(address to, uint256 value) external {
        _mint(to, value);
    }

    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256,
        uint256,
        bytes32,
        bytes calldata
    ) external virtual {
        _transfer(from, to, value);
    }
}
